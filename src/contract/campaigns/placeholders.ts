/**
 * GOV.UK Notify's syntax (docs/product.md#campaign-preview). Unknown names are refused: no letter goes out with
 * brackets in it.
 */
export const PLACEHOLDERS = [
  'title',
  'first_name',
  'last_name',
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'address_line_4',
  'address_line_5',
  'address_line_6',
  'address_line_7',
  'postcode',
  'household_reference',
  'organisation',
  'benefit',
  'amount',
  'date',
  'dyddiad',
  'phone',
  'return_address',
  'privacy_notice',
  'genuine_page',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Set by the organisation; a campaign cannot use one that is not set. */
export const ORGANISATION_PLACEHOLDERS = ['phone', 'return_address', 'privacy_notice'] as const satisfies Placeholder[]

/** If any other used one is empty, the household cannot be contacted. */
export const OPTIONAL_PLACEHOLDERS: readonly Placeholder[] = [
  'title',
  'address_line_2',
  'address_line_3',
  'address_line_4',
  'address_line_5',
  'address_line_6',
  'address_line_7',
]

export type TemplatePart =
  { readonly text: string } | { readonly placeholder: Placeholder } | { readonly unknown: string }

const IN_BRACKETS = /\(\(([^()]*)\)\)/g

const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some((known) => known === name)

/** Finds a placeholder, ignoring case and spacing. */
export function placeholderNamed(written: string): Placeholder | undefined {
  const name = written
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
  return isPlaceholder(name) ? name : undefined
}

/** Finds `((…))`; positions include the brackets. */
export const bracketsIn = (text: string): { readonly name: string; readonly from: number; readonly to: number }[] =>
  [...text.matchAll(IN_BRACKETS)].map((match) => ({
    name: match[1] ?? '',
    from: match.index,
    to: match.index + match[0].length,
  }))

/** Splits a template at its placeholders. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let from = 0
  for (const found of bracketsIn(template)) {
    if (found.from > from) parts.push({ text: template.slice(from, found.from) })
    const placeholder = placeholderNamed(found.name)
    parts.push(placeholder ? { placeholder } : { unknown: found.name.trim() })
    from = found.to
  }
  if (from < template.length) parts.push({ text: template.slice(from) })
  return parts
}

/** Fills a template; unknown placeholders stay visible for the preview. */
export function fillTemplate(parts: readonly TemplatePart[], values: Partial<Record<Placeholder, string>>): string {
  return parts
    .map((part) =>
      'text' in part ? part.text : 'unknown' in part ? `((${part.unknown}))` : (values[part.placeholder] ?? ''),
    )
    .join('')
}

/** Unknown names, deduplicated, as written. */
export const unknownPlaceholders = (parts: readonly TemplatePart[]): string[] => [
  ...new Set(parts.flatMap((part) => ('unknown' in part ? [part.unknown] : []))),
]

/** Known placeholders, deduplicated. */
export const placeholdersIn = (parts: readonly TemplatePart[]): Placeholder[] => [
  ...new Set(parts.flatMap((part) => ('placeholder' in part ? [part.placeholder] : []))),
]

/** What an administrator still has to set, for placeholders of {@link ORGANISATION_PLACEHOLDERS}. */
export const describeUnset = (names: readonly Placeholder[]): string =>
  `An administrator has yet to set ${names.map((name) => `((${name}))`).join(' and ')} in Settings, under What messages say.`

/** Pictures missing from text fonts; they would print as empty boxes. */
const PICTURES = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\u{1f000}-\u{1faff}]|[\u2190-\u2bff]\ufe0f/gu

/** Characters that a letter cannot show, deduplicated. */
export const findUnprintable = (text: string): string[] => [...new Set(text.match(PICTURES) ?? [])]
