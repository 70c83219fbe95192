// Errors are a vocabulary: each is named once, worded in both languages, and thrown where it is known.
export interface Wording {
  readonly zh: string
  readonly en: string
}

export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly wording: Wording
  /** A body of its own, where the contract has another shape than `{detail, code}`. */
  readonly body?: (lang: 'zh' | 'en') => unknown
  constructor(code: string, status: number, wording: Wording, body?: (lang: 'zh' | 'en') => unknown) {
    super(wording.en)
    this.code = code
    this.status = status
    this.wording = wording
    this.body = body
  }
  say(lang: 'zh' | 'en'): unknown {
    return this.body ? this.body(lang) : { detail: this.wording[lang], code: this.code }
  }
}

type Shape = 'detail' | 'error' | 'msg'

/** Names an error. `shape` is the key its text stands under; `detail` comes with the code. */
export const refusal =
  (code: string, status: number, wording: Wording, shape: Shape = 'detail') =>
  (): Refusal =>
    new Refusal(code, status, wording, shape === 'detail' ? undefined : (lang) => ({ [shape]: wording[lang] }))

/** What is wrong with a body: problems by field, or one entry per row of a list. */
export class InvalidBody extends Refusal {
  readonly problems: unknown
  constructor(problems: unknown) {
    super('invalid', 400, { zh: '请求数据有误', en: 'Invalid input' }, () => problems)
    this.problems = problems
  }
}

export const notAuthenticated = refusal('not_authenticated', 401, {
  zh: '身份认证信息未提供。',
  en: 'Authentication credentials were not provided.',
})
export const authenticationFailed = refusal('authentication_failed', 401, {
  zh: '不正确的身份认证信息。',
  en: 'Incorrect authentication credentials.',
})
export const forbidden = refusal('permission_denied', 403, {
  zh: '您没有执行该操作的权限。',
  en: 'You do not have permission to perform this action.',
})
export const csrfFailed = refusal('permission_denied', 403, {
  zh: 'CSRF 验证失败：CSRF 令牌缺失或不正确。',
  en: 'CSRF Failed: CSRF token missing or incorrect.',
})
export const pathNotFound = refusal('not_found', 404, { zh: '未找到。', en: 'Not found.' })
export const malformed = (type: string): Refusal =>
  new Refusal('parse_error', 400, { zh: `解析错误！（${type}）`, en: `Parse error! (${type})` })
export const methodNotAllowed = (method: string): Refusal =>
  new Refusal('method_not_allowed', 405, { zh: `方法 “${method}” 不被允许。`, en: `Method "${method}" not allowed.` })
export const unsupportedMedia = (type: string): Refusal =>
  new Refusal('unsupported_media_type', 415, {
    zh: `不支持请求中的媒体类型 “${type}”。`,
    en: `Unsupported media type "${type}" in request.`,
  })
export const absent = (label: Wording): Refusal =>
  new Refusal('object_does_not_exist', 404, { zh: `${label.zh}对象不存在。`, en: `${label.en} object does not exist.` })
export const referenced = refusal('referenced_by_others', 400, {
  zh: '被其他对象关联，不能删除',
  en: 'Is referenced by other objects and cannot be deleted',
})
export const collision = refusal('error', 409, {
  zh: '其他人正在进行该操作，请等待其完成',
  en: 'Someone else is doing this. Please wait for complete',
})
export const licenceRequired = refusal('license_required', 403, {
  zh: '该功能需要有效的许可证',
  en: 'This feature needs a valid license',
})
export const rootOrg = refusal('save_in_organization', 400, {
  zh: '不能在全局组织中创建，请切换到一个组织',
  en: 'Cannot be created in the global organization: please save in a organization',
})
export const tooLarge = refusal('file_content_overflowed', 400, {
  zh: '文件内容超过限制',
  en: 'The file content overflowed (the maximum length is 10 MiB)',
})
export const unavailable = refusal('unavailable', 503, {
  zh: '数据库暂时不可用，请稍后再试',
  en: 'The database is not available right now, please try again later',
})
