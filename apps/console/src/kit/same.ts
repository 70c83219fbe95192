// What reads the same is the same: values made anew with every drawing, such as those read from the address, then draw nothing again.
import { useRef } from 'react'

export const useSame = <T>(value: T): T => {
  const kept = useRef(value)
  if (JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value
  return kept.current
}
