// Served at /core/static/auth.js. Comfort only: every page works without it.
export const authJs = String.raw`'use strict'
{
  const each = (query, act) => document.querySelectorAll(query).forEach(act)

  each('[data-script]', (element) => { element.hidden = false })

  each('[data-reveal]', (button) => {
    const field = document.getElementById(button.dataset.reveal)
    const show = (shown) => {
      field.type = shown ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(shown))
    }
    button.addEventListener('click', () => show(field.type === 'password'))
    field.form.addEventListener('submit', () => show(false))
  })

  each('form:not([data-download])', (form) => {
    const button = form.querySelector('[type=submit]')
    const words = button.textContent
    const sending = (busy) => {
      button.disabled = busy
      button.textContent = busy ? button.dataset.busy : words
    }
    form.addEventListener('submit', () => sending(true))
    addEventListener('pageshow', (event) => event.persisted && sending(false))
  })

  each('[data-code]', (field) => {
    let sent = false
    field.removeAttribute('maxlength')
    field.addEventListener('input', () => {
      field.value = field.value.normalize('NFKC').replace(/\D/g, '').slice(0, 6)
      const full = field.value.length === 6
      if (field.dataset.code === 'auto' && full && !sent) field.form.requestSubmit()
      sent = full
    })
  })

  const rules = {
    length: (text, least) => text.length >= least,
    upper: (text) => /[A-Z]/.test(text),
    lower: (text) => /[a-z]/.test(text),
    number: (text) => /[0-9]/.test(text),
    special: (text) => /[!-\/:-@[-\x60{-~]/.test(text),
  }
  each('[data-strength]', (field) => {
    const output = field.form.querySelector('output')
    const strength = (text) => {
      const kinds = [rules.upper, rules.lower, rules.number, rules.special].filter((has) => has(text)).length
      if (new Set(text).size < 5 || text.length < 8) return 'weak'
      return text.length >= 16 || (text.length >= 12 && kinds > 2) ? 'strong' : kinds > 1 ? 'fair' : 'weak'
    }
    field.addEventListener('input', () => {
      const text = field.value
      each('[data-rule]', (rule) => {
        rule.classList.toggle('met', rules[rule.dataset.rule](text, Number(rule.dataset.least)))
      })
      output.parentElement.hidden = !text
      const word = output.dataset[strength(text)]
      if (output.textContent !== word) output.textContent = word
    })
  })

  each('[data-same-as]', (field) => {
    const other = document.getElementById(field.dataset.sameAs)
    const compare = () => field.setCustomValidity(field.value === other.value ? '' : field.dataset.differs)
    field.addEventListener('input', compare)
    other.addEventListener('input', compare)
  })

  each('[data-go]', (element) => {
    setTimeout(() => location.replace(element.dataset.go), Number(element.dataset.after) * 1000)
  })
}
`
