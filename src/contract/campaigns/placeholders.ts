/**
 * GOV.UK Notify's syntax (docs/product.md#campaign-preview). Unknown names are refused, so that no letter shows
 * brackets.
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

/** A campaign cannot use one that is not set. */
export const ORGANISATION_PLACEHOLDERS = ['phone', 'return_address', 'privacy_notice'] as const satisfies Placeholder[]

/** An empty value of any other bars the household. */
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

/** Ignores case and spacing. */
export function placeholderNamed(written: string): Placeholder | undefined {
  const name = written
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
  return isPlaceholder(name) ? name : undefined
}

/** Positions include the brackets. */
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

/** Unknown placeholders stay visible. */
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

type OrganisationPlaceholder = (typeof ORGANISATION_PLACEHOLDERS)[number]

/** Organisation placeholders not set yet. */
export const findUnset = (
  used: readonly Placeholder[],
  settings: Readonly<Record<OrganisationPlaceholder, string | null>> | undefined,
): OrganisationPlaceholder[] =>
  settings === undefined
    ? []
    : ORGANISATION_PLACEHOLDERS.filter((name) => settings[name] === null && used.includes(name))

/** What an administrator has to set. */
export const describeUnset = (names: readonly Placeholder[]): string =>
  `An administrator has yet to set ${names.map((name) => `((${name}))`).join(' and ')} in Settings, under Messages.`

export const UNSET_WORDS: Readonly<Record<OrganisationPlaceholder, string>> = {
  phone: 'Set the telephone number',
  return_address: 'Set the return address',
  privacy_notice: 'Set the privacy notice',
}

/** Missing from text fonts; would print as empty boxes. */
const PICTURES = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\u{1f000}-\u{1faff}]|[\u2190-\u2bff]\ufe0f/gu

/** Characters that a letter cannot show, deduplicated. */
export const findUnprintable = (text: string): string[] => [...new Set(text.match(PICTURES) ?? [])]
