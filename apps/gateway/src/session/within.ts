// Something that must come about in good time.
import { DialFailure } from './line.ts'

export const within = async <T>(ms: number, coming: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new DialFailure('timeout', `nothing in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
    coming.catch(() => undefined)
  }
}
