/** `1:02:03`, or `02:03` below an hour. */
export const clockText = (ms: number): string => {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}
