// The last answer of an address, while the same is asked in another language: what stands on the screen, and what is typed there, stays.
import { useRef } from 'react'

export const useKept = <T>(address: string, value: T | undefined): T | undefined => {
  const kept = useRef<{ readonly address: string; readonly value: T }>(undefined)
  if (value !== undefined) kept.current = { address, value }
  return value ?? (kept.current?.address === address ? kept.current.value : undefined)
}
