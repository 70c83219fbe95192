// What trees say.
import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = messages({
  createNode: t('创建节点', 'Create node'),
  renameNode: t('重命名节点', 'Rename node'),
  deleteNode: t('删除节点', 'Delete node'),
  confirmMove: t(
    (from: string, to: string) => `你想移动节点: ${from} 到 ${to} 下吗？`,
    (from: string, to: string) => `Are you sure to move ${from} to ${to} ?`,
  ),
  move: t('移动', 'Move'),
  refreshing: t(
    (attempt: number, times: number) => `服务器正在准备，稍后重试（${attempt}/${times}）`,
    (attempt: number, times: number) => `The server is getting ready; trying again (${attempt} of ${times})`,
  ),
  loadFailed: t('树没有加载成功', 'The tree could not be loaded'),
  hideTree: t('收起树', 'Hide the tree'),
  showTree: t('展开树', 'Show the tree'),
  everything: t('全部', 'All'),
  chosen: t(
    (name: string) => `节点：${name}`,
    (name: string) => `Node: ${name}`,
  ),
})
