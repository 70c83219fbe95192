const OWN = 'http://own.invalid'
const LONGEST_PATH = 2048
const MOST_DECODINGS = 5

/**
 * Where to go after login: `next` if it is a path of this site, else `fallback`.
 * The answer is in the form a browser would give it, so it can go into a `Location` header as it is.
 */
export function ownPath(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || next.length > LONGEST_PATH) return fallback
  // Browsers drop tabs and line breaks and read `\` as `/`, which turns harmless-looking texts into `//host`.
  if (!next.startsWith('/') || holdsTricks(next)) return fallback
  const url = resolved(next)
  if (!url || leavesWhenDecoded(url.pathname)) return fallback
  return `${url.pathname}${url.search}${url.hash}`
}

function resolved(path: string): URL | undefined {
  const url = URL.canParse(path, OWN) ? new URL(path, OWN) : undefined
  return url?.origin === OWN && !url.pathname.startsWith('//') ? url : undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const holdsTricks = (text: string) => /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/.test(text)

/** A proxy or page that decodes the path once more must not find another host in it. */
function leavesWhenDecoded(path: string): boolean {
  let decoded = path
  for (let turn = 0; turn < MOST_DECODINGS; turn++) {
    if (!resolved(decoded) || holdsTricks(decoded.replaceAll(' ', ''))) return true
    const further = decodedOnce(decoded)
    if (further === decoded) return false
    if (further === undefined) return true
    decoded = further
  }
  return true
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
