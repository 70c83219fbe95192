/** Runs of the same task never overlap: what an early run read late must not overwrite what a later one knows. */
export const oneAfterAnother = (task: () => Promise<void>): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.catch(() => undefined).then(task)
    return last
  }
}
