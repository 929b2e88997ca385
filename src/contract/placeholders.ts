/**
 * Policy (docs/product.md#campaign-preview): what may stand in double brackets in a text message or a letter, as GOV.UK
 * Notify writes it: `((first_name))`, in any case, with spaces or underscores. Everything else in double brackets is
 * refused by name, so that no letter ever goes out with brackets in it.
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
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/**
 * A message may go out without these: many people gave no title, and few addresses have seven lines. Any other that
 * a message uses is required: a household whose data leave it empty cannot be contacted.
 */
export const OPTIONAL_PLACEHOLDERS: readonly Placeholder[] = [
  'title',
  'address_line_2',
  'address_line_3',
  'address_line_4',
  'address_line_5',
  'address_line_6',
  'address_line_7',
]

/** A stretch of a template: text as it is, or a placeholder by its known name, or one that nobody knows. */
export type TemplatePart =
  { readonly text: string } | { readonly placeholder: Placeholder } | { readonly unknown: string }

const IN_BRACKETS = /\(\(([^()]*)\)\)/g

const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some((known) => known === name)

/** The placeholder of that name as written in a template, whatever its case and spacing. */
export function placeholderNamed(written: string): Placeholder | undefined {
  const name = written
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
  return isPlaceholder(name) ? name : undefined
}

/** What stands in double brackets in a text, in order, and where: brackets included. */
export const bracketsIn = (text: string): { readonly name: string; readonly from: number; readonly to: number }[] =>
  [...text.matchAll(IN_BRACKETS)].map((match) => ({
    name: match[1] ?? '',
    from: match.index,
    to: match.index + match[0].length,
  }))

/** Cuts a template at its placeholders. */
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

/** The template with its placeholders filled in; an unknown one stays as it is written, for a preview to show. */
export function fillTemplate(parts: readonly TemplatePart[], values: Partial<Record<Placeholder, string>>): string {
  return parts
    .map((part) =>
      'text' in part ? part.text : 'unknown' in part ? `((${part.unknown}))` : (values[part.placeholder] ?? ''),
    )
    .join('')
}

/** The names in double brackets that are no placeholder, each once, as written. */
export const unknownPlaceholders = (parts: readonly TemplatePart[]): string[] => [
  ...new Set(parts.flatMap((part) => ('unknown' in part ? [part.unknown] : []))),
]

/** The placeholders that a template uses, each once. */
export const placeholdersIn = (parts: readonly TemplatePart[]): Placeholder[] => [
  ...new Set(parts.flatMap((part) => ('placeholder' in part ? [part.placeholder] : []))),
]
