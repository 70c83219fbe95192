// A login that the server does not have: asked for where the session is opened.
import { type FormEvent, useState } from 'react'
import { Button, PasswordInput, TextInput } from '../../ui/index.ts'
import { say } from './words.ts'

export function LoginForm({ given, onLogin }: { given: string; onLogin(username: string, password: string): void }) {
  const [username, setUsername] = useState(given)
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (username && password) onLogin(username, password)
  }
  return (
    <form className="db-luna-login" onSubmit={submit}>
      <h2>{say.login}</h2>
      <TextInput
        id="luna-username"
        value={username}
        onChange={setUsername}
        aria-label={say.username}
        placeholder={say.username}
        readOnly={given !== ''}
        autoComplete="off"
      />
      <PasswordInput
        id="luna-password"
        value={password}
        onChange={setPassword}
        aria-label={say.password}
        placeholder={say.password}
      />
      <Button kind="primary" type="submit">
        {say.loginDo}
      </Button>
    </form>
  )
}
