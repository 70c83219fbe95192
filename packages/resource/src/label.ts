// Every text a person reads stands in both languages, side by side.
export type Lang = 'zh' | 'en'

export interface Label {
  readonly zh: string
  readonly en: string
}

export const label = (zh: string, en: string): Label => ({ zh, en })
