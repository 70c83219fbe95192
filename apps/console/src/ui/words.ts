// What the components say by themselves; everything else comes in as text.
import { useLanguage } from '../words/language.ts'
import { messages } from '../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

const words = messages({
  close: t('关闭', 'Close'),
  confirm: t('确认', 'Confirm'),
  cancel: t('取消', 'Cancel'),
  info: t('提示', 'Info'),
  more: t('更多', 'More'),
  clear: t('清除', 'Clear'),
  remove: t(
    (name: string) => `移除 ${name}`,
    (name: string) => `Remove ${name}`,
  ),
  loading: t('加载中', 'Loading'),
  loadFailed: t('加载失败', 'Could not be loaded'),
  retry: t('重试', 'Retry'),
  copy: t('复制', 'Copy'),
  copied: t('已复制', 'Copied'),
  copyFailed: t('浏览器不允许复制，请手动选择复制', 'The browser refused to copy; please select and copy by hand'),
  select: t('请选择', 'Select'),
  noOptions: t('没有可选项', 'Nothing to choose'),
  nothingMatches: t('没有符合条件的结果', 'Nothing matches'),
  noData: t('暂无数据', 'No data'),
  empty: t('空', 'Empty'),
  showPassword: t('显示密码', 'Show password'),
  selectFile: t('选择文件', 'Select file'),
  orDrop: t('或拖放到此处', 'or drop it here'),
  selectAll: t('选择本页全部', 'Select all on this page'),
  selectRow: t(
    (name: string) => `选择 ${name}`,
    (name: string) => `Select ${name}`,
  ),
  filter: t(
    (title: string) => `筛选 ${title}`,
    (title: string) => `Filter ${title}`,
  ),
  resize: t(
    (title: string) => `调整列宽：${title}`,
    (title: string) => `Width of ${title}`,
  ),
  all: t('全部', 'All'),
  pages: t('分页', 'Pages'),
  page: t(
    (n: number) => `第 ${n} 页`,
    (n: number) => `Page ${n}`,
  ),
  total: t(
    (n: number) => `共 ${n.toLocaleString('zh-CN')} 条`,
    (n: number) => `Total ${n.toLocaleString('en')}`,
  ),
  perPage: t(
    (n: number) => `${n} 条/页`,
    (n: number) => `${n} / page`,
  ),
  pageSize: t('每页条数', 'Rows per page'),
  previousPage: t('上一页', 'Previous page'),
  nextPage: t('下一页', 'Next page'),
  pagesBack: t(
    (n: number) => `向前 ${n} 页`,
    (n: number) => `Back ${n} pages`,
  ),
  pagesOn: t(
    (n: number) => `向后 ${n} 页`,
    (n: number) => `Forward ${n} pages`,
  ),
  startDate: t('开始日期', 'Start date'),
  endDate: t('结束日期', 'End date'),
  startTime: t('开始时间', 'Start time'),
  endTime: t('结束时间', 'End time'),
  to: t('至', 'to'),
  dateRange: t('日期范围', 'Date range'),
  anyTime: t('不限时间', 'Any time'),
  endBeforeStart: t('结束时间早于开始时间', 'The end is before the start'),
  badDate: t('请填写完整的日期', 'Please give complete dates'),
  actionsOf: t(
    (name: string) => `${name} 的操作`,
    (name: string) => `Actions for ${name}`,
  ),
  rename: t('重命名', 'Rename'),
  move: t('移动…', 'Move…'),
  moveHere: t(
    (name: string) => `将“${name}”移动到这里`,
    (name: string) => `Move “${name}” here`,
  ),
  cancelMove: t('取消移动', 'Cancel the move'),
  moving: t(
    (name: string) => `正在移动“${name}”：选择目标后按 Ctrl+V，按 Esc 取消`,
    (name: string) => `Moving “${name}”: press Ctrl+V on the target, Esc to cancel`,
  ),
  time: t('时间', 'Time'),
  kind: t('类别', 'Kind'),
  amount: t('数量', 'Amount'),
  share: t('占比', 'Share'),
})

/** Asks for the language, so that a switch draws the component anew. */
export const useWords = (): typeof words => {
  useLanguage()
  return words
}

/** For what speaks outside of a component. */
export const spoken = words
