/**
 * The text after typing or pasting, with the insertion cut to fit `limit` code points: `maxlength` counts an emoji as
 * two.
 */
export function holdAtMost(before: string, after: string, limit: number): string {
  const next = [...after]
  if (next.length <= limit) return after
  const previous = [...before]
  const shortest = Math.min(previous.length, next.length)
  let start = 0
  while (start < shortest && previous[start] === next[start]) start++
  let end = 0
  while (end < shortest - start && previous.at(-1 - end) === next.at(-1 - end)) end++
  const put = next.slice(start, next.length - end)
  const room = Math.max(0, limit - start - end)
  return [...next.slice(0, start), ...put.slice(0, room), ...next.slice(next.length - end)].slice(0, limit).join('')
}
