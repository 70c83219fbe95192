import { type Html, html } from './html.ts'
import { type Lang, words } from './words.ts'

const steps = ['password', 'app', 'bind'] as const

/** Where one is on the way to an authenticator. */
export const otpSteps = (lang: Lang, current: (typeof steps)[number]): Html =>
  html`<ol class="steps" aria-label="${words.steps.label[lang]}">${steps.map(
    (step) => html`<li${step === current && html` aria-current="step"`}>${words.steps[step][lang]}</li>`,
  )}</ol>`
