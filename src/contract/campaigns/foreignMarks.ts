/**
 * Marks of other systems that Doorstep would print: Word's mail merge, {{braces}}, prompts, open brackets
 * (docs/product.md#campaign-preview).
 */
import { bracketsIn, placeholderNamed } from './placeholders'

/** The sign is excluded inside, so that each pattern takes linear time. */
const WRAPPED: readonly RegExp[] = [
  /«[^«»\n]{1,60}»/g,
  /<<[^<>\n]{1,60}>>/g,
  /\{\{[^{}\n]{0,60}\}\}/g,
  /\$?\{[^{}\n]{1,60}\}/g,
  /\[\[[^[\]\n]{1,60}\]\]/g,
  /\*\|[^|\n]{1,60}\|\*/g,
  /\[(?:insert|enter|add|your|type)\b[^[\]\n]{0,60}\]/gi,
  /\[(?:\w{1,20} )?(?:name|address|date|amount|telephone|number|postcode|reference|signature)\]/gi,
]

/** Shown by Word until somebody types. */
const PROMPTS =
  /(?:click or tap(?: here)?|click here|click|tap) to (?:enter|add|choose) (?:text|a date|an item)\.?|choose an item\.|\[type here\]/gi

/** Placeholders if their content is one. */
const NAMES: readonly RegExp[] = [
  /\(([^()\n]{1,40})\)/g,
  /\[([^[\]\n]{1,40})\]/g,
  /<([^<>\n]{1,40})>/g,
  /%([\w ]{1,40})%/g,
]

/** `first_name` alone is one; inside an address it is none. */
const WORDS = /[\w/.@:-]{1,200}/g

/** Unbalanced double brackets. */
const OPEN = /\(\([^()\n]{0,40}\)?|\(?\b[a-z]+(?:_[a-z0-9]+)+\)\)/gi

/** A sign of `WRAPPED` without its other half. With a space beside it, it is an arrow. */
const HALF = /(?:«|<<|\{\{|\[\[)\w[^«»<>{}[\]\n]{0,40}|\b\w{1,40}(?:»|>>|\}\}|\]\])/g

/** The marks of other systems in a text, deduplicated, as they stand there. */
export function findForeignMarks(text: string): string[] {
  const own = bracketsIn(text)
  let rest = text
  for (const { from, to } of own) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to)
  const found: string[] = []
  const take = (pattern: RegExp, isMark: (name: string) => boolean) => {
    for (const match of rest.matchAll(pattern)) {
      const [whole, name = whole] = match
      if (!isMark(name)) continue
      const end = match.index + whole.length
      // As it stands there: `rest` has lost what is inside.
      found.push(text.slice(match.index, end).trim())
      rest = rest.slice(0, match.index) + ' '.repeat(whole.length) + rest.slice(end)
    }
  }
  take(PROMPTS, () => true)
  for (const pattern of WRAPPED) take(pattern, () => true)
  for (const pattern of [OPEN, HALF]) take(pattern, () => true)
  for (const pattern of NAMES) take(pattern, (name) => placeholderNamed(name) !== undefined)
  take(WORDS, (word) => word.includes('_') && placeholderNamed(word) !== undefined)
  return [...new Set(found)]
}

/** What to do about them; null where there are none. */
export function warnOfForeignMarks(marks: readonly string[]): string | null {
  if (marks.length === 0) return null
  const [verb, stand, it] = marks.length === 1 ? ['is', 'it stands', 'it'] : ['are', 'they stand', 'them']
  return `${marks.slice(0, 10).join(', ')} ${verb} not filled in and would be sent as ${stand}. Write a placeholder such as ((first_name)) instead, or take ${it} out.`
}
