// What export and import say.
import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = messages({
  line: t(
    (n: number, text: string) => `第 ${n} 行. ${text}`,
    (n: number, text: string) => `line ${n}. ${text}`,
  ),
  lineHint: t(
    '行号即文件中的行号，第 1 行是标题。',
    'Numbers are those of the lines in the file; line 1 holds the headings.',
  ),
  problems: t(
    (n: number) => `没有导入任何内容，请修改以下 ${n} 处后重试`,
    (n: number) =>
      n === 1
        ? 'Nothing was imported; please correct one thing and try again'
        : `Nothing was imported; please correct these ${n} things and try again`,
  ),
  furtherProblems: t(
    (n: number) => `另有 ${n} 处`,
    (n: number) => `and ${n} more`,
  ),
  noFile: t('请选择文件', 'Choose a file'),
  oneFile: t('一次只能导入一个文件', 'One file at a time'),
  mode: t('导入方式', 'Import mode'),
  modeCreate: t('创建', 'Create'),
  modeUpdate: t('更新', 'Update'),
  template: t('模板', 'Template'),
  selectedTemplate: t(
    (n: number) => `下载所选 ${n} 行用于更新`,
    (n: number) =>
      n === 1 ? 'Download the selected row for updating' : `Download the ${n} selected rows for updating`,
  ),
  selectForUpdate: t(
    '先在列表中选择行，模板中即为这些行的内容。',
    'Select rows in the list first, and the template holds them.',
  ),
  file: t('文件', 'File'),
  uploading: t(
    (percent: number) => `正在上传 ${percent}%`,
    (percent: number) => `Uploading, ${percent}%`,
  ),
  checking: t('已上传，正在检查并保存', 'Uploaded; being checked and saved'),
  preparing: t('正在准备文件', 'Preparing the file'),
  received: t(
    (size: string) => `已接收 ${size}`,
    (size: string) => `${size} received`,
  ),
  exported: t(
    (name: string) => `已导出 ${name}`,
    (name: string) => `Exported ${name}`,
  ),
  exportFailed: t('导出失败', 'Export failed'),
  importFailed: t('导入失败', 'Import failed'),
  templateFailed: t('模板下载失败', 'The template could not be downloaded'),
})
