// Both languages stand together: a missing translation does not compile.
import { type Lang, language } from './language.ts'

export interface Text {
  readonly zh: string
  readonly en: string
}

/** What has no wording in the language of the moment is said in this one; only text from elsewhere can lack one. */
const FALLBACK: Lang = 'en'

type Wording = string | ((...values: any[]) => string)
type Pair<W extends Wording = Wording> = { readonly zh: W; readonly en: W }

/** `say.confirmDelete('x')`: the message in the language of the moment. Components re-render on a switch through `useLanguage`. */
export const messages = <const M extends Record<string, Pair>>(
  catalogue: M,
): { readonly [K in keyof M]: Spoken<M[K]> } => {
  const spoken: Record<string, unknown> = {}
  for (const [key, pair] of Object.entries(catalogue)) {
    if (typeof pair.zh === 'function')
      spoken[key] = (...values: unknown[]) => (pair[language()] as (...v: unknown[]) => string)(...values)
    else Object.defineProperty(spoken, key, { get: () => inLanguage(pair as Text), enumerable: true })
  }
  return spoken as { readonly [K in keyof M]: Spoken<M[K]> }
}

type Spoken<P> = P extends { readonly zh: infer W }
  ? W extends (...values: infer A) => string
    ? (...values: A) => string
    : string
  : never

export const inLanguage = (text: Text, lang: Lang = language()): string => text[lang] || text[FALLBACK]
