import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { notify } from './toast.tsx'
import { useWords } from './words.ts'

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const words = useWords()
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1_500)
    return () => clearTimeout(timer)
  }, [done])

  const run = async () => {
    if (await copyText(text)) setDone(true)
    else notify.error(words.copyFailed)
  }
  return (
    <>
      <IconButton
        className="db-copy"
        icon={done ? 'check' : 'copy'}
        label={done ? words.copied : (label ?? words.copy)}
        onClick={run}
      />
      <span role="status" className="db-hidden">
        {done ? words.copied : ''}
      </span>
    </>
  )
}

export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOldWay(text)
  }
}

/** Plain http has no clipboard; a bastion host is often reached by its bare address. */
const copyOldWay = (text: string): boolean => {
  const home = document.activeElement?.closest('dialog') ?? document.body
  const back = document.activeElement as HTMLElement | null
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'db-hidden'
  home.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
    back?.focus()
  }
}
