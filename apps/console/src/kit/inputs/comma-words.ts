// Words in a line, parted by commas of either language. Pure.
export const splitWords = (text: string): string[] =>
  text
    .split(/[,，、\n]/)
    .map((word) => word.trim())
    .filter(Boolean)

export const joinWords = (words: readonly string[]): string => words.join(', ')
