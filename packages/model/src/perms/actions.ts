// What a rule allows: a set of bits, written as names.
import { type Choice, type Field, field, label } from '@drawbridge/resource'

export const ACTION = {
  all: 0xff,
  connect: 1,
  upload_file: 2,
  download_file: 4,
  updownload: 6,
  clipboard_copy: 8,
  clipboard_paste: 16,
  clipboard_copy_paste: 24,
} as const

export type ActionName = keyof typeof ACTION

const labels: Record<ActionName, ReturnType<typeof label>> = {
  all: label('全部', 'All'),
  connect: label('连接', 'Connect'),
  upload_file: label('上传文件', 'Upload file'),
  download_file: label('下载文件', 'Download file'),
  updownload: label('上传下载', 'Upload download'),
  clipboard_copy: label('剪切板复制', 'Clipboard copy'),
  clipboard_paste: label('剪切板粘贴', 'Clipboard paste'),
  clipboard_copy_paste: label('复制粘贴', 'Copy Paste'),
}

const choices: readonly Choice[] = Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Every name whose bits are all there. */
export const actionNames = (bits: number): ActionName[] =>
  (Object.keys(ACTION) as ActionName[]).filter((name) => (bits & ACTION[name]) === ACTION[name])

export const actionBits = (names: readonly unknown[]): number =>
  names.reduce<number>((bits, name) => bits | (Object.hasOwn(ACTION, String(name)) ? ACTION[name as ActionName] : 0), 0)

/** Names that are not known say nothing. */
export const actions = (): Field<number, true> =>
  field<number, true>(
    'actions',
    'multiple choice',
    label('动作', 'Actions'),
    { default: ACTION.all },
    {
      column: 'integer',
      choices,
      parse: (raw) => {
        if (typeof raw === 'string') return actionBits(raw.split(/[\s,]+/))
        return Array.isArray(raw) ? actionBits(raw) : 0
      },
      show: actionNames,
    },
  )
