/** A search term as patterns of the database: at the beginning of a text, or anywhere in it. */
export const startsOrHolds = (term: string): { starts: string; holds: string } => {
  const plain = term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return { starts: `${plain}%`, holds: `%${plain}%` }
}
