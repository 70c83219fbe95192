// The dialogue of a login over telnet: what is asked, what is answered, and how it ended. Pure: takes text, says what to type.
import type { Pattern } from '@drawbridge/terminal'
import type { Credentials } from '@drawbridge/wire'

const NAME = /(?:login|user\s*name|username|user|account|用户名|用户|账\s*号|帐\s*号|登录名?)\s*[:：]\s*$/i
const PASSWORD = /(?:password|passwd|passcode|密\s*码|口\s*令)(?: for [^\s:]+)?\s*[:：]\s*$/i
/** A prompt of a shell or a device, or the greeting before it. */
const PROMPT = /(?:^|[\r\n])[^\r\n]{0,200}[$#>%\]]\s*$/
const GREETING = /last\s+login|上次登录/i
const FAILED =
  /login incorrect|(?:login|logon|authentication|authorization|password)\s*(?:has\s+|was\s+)?(?:failed|failure|invalid|incorrect|rejected)|(?:access|permission|login) denied|(?:bad|wrong|invalid) (?:password|user|username|login|credentials)|(?:登录|认证|验证|鉴权)失败|(?:密码|口令|用户名)(?:不正确|错误|无效)/i

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a banner are no part of its words
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|[ -~])/g

/** Of what was said last: a prompt stands at its end. */
const TAIL = 4_096

export type Step =
  | { readonly next: 'wait' }
  | { readonly next: 'type'; readonly text: string }
  /** `shown` is what the person sees first. */
  | { readonly next: 'in'; readonly shown: string }
  | { readonly next: 'refused' }

type Said = 'nothing' | 'name' | 'password'

export class LoginDialogue {
  readonly #login: Credentials
  readonly #success: Pattern | undefined
  #said: Said = 'nothing'
  #tail = ''

  /** `success` is what the administrator says a good login looks like, beside the usual signs. */
  constructor(login: Credentials, success: Pattern | undefined) {
    this.#login = login
    this.#success = success
  }

  get said(): Said {
    return this.#said
  }

  take(text: string): Step {
    this.#tail = (this.#tail + text).slice(-TAIL)
    const seen = this.#tail.replaceAll(ESCAPES, '')
    const [asksName, asksPassword] = [NAME.test(seen), PASSWORD.test(seen)]
    if (this.#said === 'password') {
      if (asksName && !GREETING.test(seen)) return { next: 'refused' }
      if (asksPassword) return { next: 'refused' }
      if (this.#success?.matches(seen) || GREETING.test(seen) || PROMPT.test(seen))
        return { next: 'in', shown: this.#concealed() }
      return FAILED.test(seen) ? { next: 'refused' } : { next: 'wait' }
    }
    if (asksPassword) return this.#type('password', this.#login.password)
    if (asksName) return this.#said === 'name' ? { next: 'refused' } : this.#type('name', this.#login.username)
    if (this.#said === 'name' && FAILED.test(seen)) return { next: 'refused' }
    // Some ask for nothing, or for a name alone.
    return PROMPT.test(seen) ? { next: 'in', shown: this.#concealed() } : { next: 'wait' }
  }

  #type(said: Said, text: string): Step {
    this.#said = said
    this.#tail = ''
    return { next: 'type', text }
  }

  /** A target that shows the password it was given shall not show it to the person, nor to the recording. */
  #concealed(): string {
    const { password } = this.#login
    return password === '' ? this.#tail : this.#tail.replaceAll(password, '')
  }
}
