/**
 * Policy: an address stands without gaps (GOV.UK Notify's rule), and few have seven lines. A paragraph, or a line of
 * a paragraph, that holds nothing but placeholders for which there is nothing is taken out. The placeholder is filled
 * with {@link NOTHING} first, so that the empty lines which the author made stay.
 */

/** Stands where a placeholder was filled with nothing: a character that no text has (private use). */
export const NOTHING = '\uE0A5'

/** A paragraph that holds no other (a text box in a paragraph has paragraphs of its own). */
const PARAGRAPH = /<w:p(?:\s[^>]*)?>(?:(?!<w:p[\s>])[\s\S])*?<\/w:p>/g
const TEXT_OR_BREAK = /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:br\s*\/>/g

/** What a paragraph may hold that is not text and must stay. */
const KEEPS = /<w:(drawing|pict|object|sectPr|footnoteReference|fldChar|br\s+w:type)\b|<mc:/

/** A part of a document without its empty lines. */
export function withoutEmptyLines(xml: string): string {
  if (!xml.includes(NOTHING)) return xml
  return xml
    .replace(PARAGRAPH, (paragraph, at: number) => {
      if (!paragraph.includes(NOTHING)) return paragraph
      const lines = linesOf(paragraph)
      const isEmpty = lines.length > 0 && lines.every((line) => isNothing(line.text))
      if (isEmpty && !KEEPS.test(paragraph) && !standsAlone(xml, at, paragraph.length)) return ''
      return withoutLines(paragraph, lines)
    })
    .replaceAll(NOTHING, '')
}

interface Line {
  text: string
  /** Where the break after it stands; undefined for the last. */
  breakAt: readonly [from: number, to: number] | undefined
}

function linesOf(paragraph: string): Line[] {
  const lines: Line[] = [{ text: '', breakAt: undefined }]
  for (const match of paragraph.matchAll(TEXT_OR_BREAK)) {
    const last = lines.at(-1)
    if (!last) break
    if (match[1] !== undefined) last.text += match[1]
    else {
      last.breakAt = [match.index, match.index + match[0].length]
      lines.push({ text: '', breakAt: undefined })
    }
  }
  return lines
}

const isNothing = (text: string) => text.includes(NOTHING) && text.replaceAll(NOTHING, '').trim() === ''

/** Takes out the breaks after empty lines; for the last line, the break before it. */
function withoutLines(paragraph: string, lines: readonly Line[]): string {
  const breaks = lines.flatMap((line, index) => {
    if (!isNothing(line.text)) return []
    const found = line.breakAt ?? lines[index - 1]?.breakAt
    return found ? [found] : []
  })
  // From the end, so that what comes before stays where it is; a break found twice is taken out once.
  const distinct = new Map(breaks.map((found) => [found[0], found]))
  return [...distinct.values()]
    .sort((a, b) => b[0] - a[0])
    .reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), paragraph)
}

/** A cell or text box must keep one paragraph. */
function standsAlone(xml: string, at: number, length: number): boolean {
  const before = xml.slice(Math.max(0, at - 40), at)
  const after = xml.slice(at + length, at + length + 40)
  return /(<\/w:tcPr>|<w:tc>|<w:txbxContent>)\s*$/.test(before) && /^\s*(<\/w:tc>|<\/w:txbxContent>)/.test(after)
}
