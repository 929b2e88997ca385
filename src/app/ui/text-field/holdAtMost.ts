/**
 * What a field holds after typing or pasting, when it may hold only so many characters. Pure.
 *
 * Counted by code point: an emoji is one, where the browser's own `maxlength` counts it as two.
 */

/**
 * The text after a change, with no more of what was put in than there is room for. What stood before and
 * after it stays, so that writing in the middle of a full field never pushes its end out.
 * @param limit in characters.
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
