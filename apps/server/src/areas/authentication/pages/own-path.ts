// Lets only paths of this site into links, forms and redirects; escaping alone would pass `javascript:`.

export const ownPath = (path: string | undefined, otherwise = '/'): string =>
  path !== undefined && isOwn(path) ? path : otherwise

const isOwn = (path: string) => {
  if (!/^\/(?!\/|%2f|%5c)/i.test(path) || /[\\\s\p{Cc}]/u.test(path) || !URL.canParse(path, site)) return false
  const url = new URL(path, site)
  // `/.//host` begins with one slash but resolves to two; a redirect to the resolved form would leave the site.
  return url.origin === site && !url.pathname.startsWith('//')
}

const site = 'https://own.invalid'
