// A secret on the screen: dots until somebody looks, and dots again a moment later.
import { useEffect, useState } from 'react'
import { CopyButton, IconButton } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { messages } from '../words/messages.ts'
import { say } from '../words/say.ts'

const SECRET_SECONDS = 30

const words = messages({
  hidesIn: {
    zh: (seconds: number) => `${seconds} 秒后隐藏`,
    en: (seconds: number) => `Hides in ${seconds} s`,
  },
})

export function SecretText({ label, text }: { label: string; text: string }) {
  useLanguage()
  const [left, setLeft] = useState(0)
  const isShown = left > 0
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [isShown])
  return (
    <span className="db-secret">
      <code className="db-secret-text">{isShown ? text : '••••••••'}</code>
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        label={`${isShown ? say.hide : say.show} ${label}`}
        onClick={() => setLeft(isShown ? 0 : SECRET_SECONDS)}
      />
      <CopyButton text={text} />
      {isShown && <span className="db-muted">{words.hidesIn(left)}</span>}
    </span>
  )
}
