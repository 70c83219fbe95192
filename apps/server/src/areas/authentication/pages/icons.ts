import { type Html, html, trusted } from './html.ts'

const shapes = {
  info: '<circle cx="8" cy="8" r="6.5"/><path d="M8 7.2v4M8 4.6v.4"/>',
  success: '<circle cx="8" cy="8" r="6.5"/><path d="m5 8.3 2.1 2.1L11 6"/>',
  warning: '<path d="M8 2 1.6 13.5h12.8z"/><path d="M8 6.5v3.4M8 11.6v.3"/>',
  danger: '<circle cx="8" cy="8" r="6.5"/><path d="M8 4.6v4.2M8 11v.4"/>',
  eye: '<path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="2"/>',
  strike: '<path d="m2.5 13.5 11-11"/>',
} as const

export type Tone = 'info' | 'success' | 'warning' | 'danger'

/** Decoration only: the words beside it carry the meaning. */
export const icon = (...names: readonly (keyof typeof shapes)[]): Html =>
  html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">${names.map(
    (name) => html`<g class="${name}">${trusted(shapes[name])}</g>`,
  )}</svg>`
