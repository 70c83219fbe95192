// What only lists say.
import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = messages({
  validity: t('有效', 'Validity'),
  searchIn: t('搜索字段', 'Search in a field'),
  searchHint: t('搜索，或选择字段', 'Search, or choose a field'),
  chooseValue: t('选择一项', 'Choose one'),
  removeTag: t(
    (name: string) => `移除条件：${name}`,
    (name: string) => `Remove the condition ${name}`,
  ),
  lines: t('列表', 'List'),
  roomy: t('宽松行高', 'Roomy rows'),
  defaults: t('恢复默认', 'Back to defaults'),
  clearSelection: t('取消选择', 'Clear the selection'),
  loadFailed: t('列表没有加载成功', 'The list could not be loaded'),
  noRight: t('你没有查看这里的权限', 'You may not look at this'),
  noRightHint: t('如需查看，请联系管理员。', 'Ask an administrator if you need to.'),
  tryLess: t('换一个词，或去掉一些条件再试。', 'Try another word, or fewer conditions.'),
  otherDates: t('这段时间里没有记录，换一段时间再试。', 'No records in this time; try other dates.'),
  later: t('有内容时会显示在这里。', 'It will be listed here once there is something.'),
  rootReadOnly: t('全局组织中不能创建，请先切换到一个组织', 'Not in the global organisation; switch to another first'),
  noBulkUpdate: t('不能批量更新', 'These cannot be updated together'),
  expand: t('展开', 'Expand'),
  collapse: t('收起', 'Collapse'),
})
