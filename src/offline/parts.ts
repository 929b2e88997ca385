/** By the end of an address; a filter's or a portal's page is HTML. */
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /javascript/i,
  mjs: /javascript/i,
  css: /^text\/css/i,
  html: /^text\/html/i,
}

/** Whether an answer can be that file of the app, whole and of its type. */
export function isPart(url: string, response: Response): boolean {
  if (response.status !== 200 || response.redirected) return false
  const type = response.headers.get('content-type') ?? ''
  const known = TYPES[/\.(\w+)(?:[?#]|$)/.exec(url)?.[1] ?? '']
  return known ? known.test(type) : !/^text\/html/i.test(type)
}
