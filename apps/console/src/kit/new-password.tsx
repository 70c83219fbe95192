// A new password: how strong it is, and which rules of the installation it still breaks.
import { currentSession, useSession } from '../api/session.ts'
import { classes, Icon, PasswordInput } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { demandsOf, passwordProblem, strengthOf } from './inputs/password-rules.ts'
import { words } from './inputs/words.ts'
import type { FieldSpec, InputProps } from './spec.ts'

const STEPS = [1, 2, 3, 4] as const

export function NewPassword({ meta: _, ...rest }: InputProps) {
  useLanguage()
  const rule = useSession().settings?.PASSWORD_RULE
  const password = typeof rest.value === 'string' ? rest.value : ''
  const strength = strengthOf(password)
  const names = [words.strength1, words.strength2, words.strength3, words.strength4]
  return (
    <div className="db-new-password">
      <PasswordInput {...rest} />
      <div className="db-strength" data-strength={strength}>
        <span className="db-strength-steps" aria-hidden="true">
          {STEPS.map((step) => (
            <i key={step} className={classes('db-strength-step', step <= strength && 'db-strength-on')} />
          ))}
        </span>
        <span className="db-muted" role="status">
          {words.strength} {strength === 0 ? '' : names[strength - 1]}
        </span>
      </div>
      <ul className="db-demands">
        {demandsOf(password, rule).map(({ text, met }) => (
          <li key={text} className={met ? 'db-demand-met' : 'db-muted'}>
            <Icon name={met ? 'check' : 'minus'} />
            <span>{text}</span>
            {met && <span className="db-hidden"> ✓</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** For a field in which a new password is chosen. */
export const newPassword: FieldSpec = {
  input: NewPassword,
  validate: (value) => passwordProblem(value, currentSession().settings?.PASSWORD_RULE),
}
