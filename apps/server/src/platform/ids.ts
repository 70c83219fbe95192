// Time-ordered ids (UUID version 7): rows written together lie together in their index.
import { randomUUID } from 'node:crypto'

export const newId = (now: number = Date.now()): string => {
  const time = now.toString(16).padStart(12, '0')
  // The thrown part of a version 4 is as long, and Node throws many of them at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
