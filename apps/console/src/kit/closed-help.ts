// Which pages show their help no more: whoever has read it wants the room. Kept in local storage.
import { useState } from 'react'

const KEY = 'closedHelp'
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Whether the help of this page is closed, and how to change that. Pages of one kind share it. */
export const useClosedHelp = (pathname: string): readonly [boolean, (close: boolean) => void] => {
  const page = pageOf(pathname)
  const [closed, setClosed] = useState(closedPages)
  const change = (close: boolean) => {
    const others = closedPages().filter((one) => one !== page)
    const next = close ? [...others, page] : others
    localStorage.setItem(KEY, JSON.stringify(next))
    setClosed(next)
  }
  return [closed.includes(page), change]
}

export const pageOf = (pathname: string): string => pathname.replace(ID, ':id').replace(/\/$/, '')

const closedPages = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
