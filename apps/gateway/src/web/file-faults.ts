// Why something was not done to a file, in words for the person.
import type { FileFault, FileKind } from '@drawbridge/wire'
import type { Lang } from '../server/server.ts'
import { Changed, Exists, Incomplete } from '../session/arriving-file.ts'
import { OutsideRoot } from '../session/file-root.ts'
import { NoRight } from '../session/guarded-files.ts'
import { safe } from '../session/seat.ts'
import { failureOf, kindOf } from '../session/target-files.ts'
import type { Saying } from '../session/words.ts'

/** One that is known when it is thrown. */
export class Fault extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

export const faultWords: Readonly<Record<Exclude<FileFault, 'failed'>, Saying>> = {
  right: { zh: '您没有执行此操作的权限', en: 'You have no right to do this' },
  outside: { zh: '不在与您共享的目录之内', en: 'Outside of the folder that is shared with you' },
  missing: { zh: '文件或目录不存在', en: 'There is no such file or folder' },
  denied: { zh: '资产上的系统用户没有此权限', en: 'The system user may not do this on the asset' },
  exists: { zh: '同名的文件或目录已存在', en: 'Something has this name already' },
  changed: {
    zh: '文件在您打开之后已被修改，没有覆盖',
    en: 'The file was changed after you opened it, so it was not overwritten',
  },
  large: { zh: '文件超过 1 MB，请下载后编辑', en: 'The file is larger than 1 MB: download it to edit it' },
  binary: { zh: '不是 UTF-8 文本文件', en: 'This is no text in UTF-8' },
  incomplete: { zh: '文件没有完整到达', en: 'The file did not arrive whole' },
  stopped: { zh: '已停止', en: 'Stopped' },
  many: { zh: '同时进行的操作太多，请稍候', en: 'Too much at a time: wait a moment' },
}

export interface ToldFault {
  readonly fault: FileFault
  readonly message: string
  readonly there?: { readonly kind: FileKind; readonly size: number; readonly mtime: number }
}

export const faultOf = (error: unknown, lang: Lang): ToldFault => {
  const known = knownFault(error)
  if (known === 'failed') {
    const detail = safe((error as Error).message).slice(0, 200)
    const message = { zh: `资产没有完成此操作：${detail}`, en: `The asset did not do it: ${detail}` }[lang]
    return { fault: 'failed', message }
  }
  const message = faultWords[known][lang]
  if (!(error instanceof Exists)) return { fault: known, message }
  const { size, mtime } = error.there
  return { fault: known, message, there: { kind: kindOf(error.there), size, mtime } }
}

const knownFault = (error: unknown): FileFault => {
  if (error instanceof Fault) return error.fault
  if (error instanceof NoRight) return 'right'
  if (error instanceof OutsideRoot) return 'outside'
  if (error instanceof Exists) return 'exists'
  if (error instanceof Changed) return 'changed'
  if (error instanceof Incomplete) return 'incomplete'
  return failureOf(error)
}
