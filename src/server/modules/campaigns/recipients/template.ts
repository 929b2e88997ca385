/** Unknown placeholders are refused on saving (docs/product.md#campaign-preview). */
import { z } from 'zod'
import {
  fillTemplate,
  OPTIONAL_PLACEHOLDERS,
  placeholdersIn,
  templateParts,
  unknownPlaceholders,
  type Placeholder,
} from '#contract/campaigns/placeholders'
import { unknownPlaceholder } from '../../../http/faults'

/** Missing values are empty. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

export interface CompiledTemplate {
  readonly placeholders: readonly Placeholder[]
  fill(values: Partial<Record<Placeholder, string>>): string
}

/** Parses once for many messages. @throws Fault 422 naming unknown placeholders */
export function compileTemplate(template: string): CompiledTemplate {
  const parts = templateParts(template)
  const unknown = unknownPlaceholders(parts)
  if (unknown.length > 0) throw unknownPlaceholder(unknown)
  return { placeholders: placeholdersIn(parts), fill: (values) => fillTemplate(parts, values) }
}

/** Required placeholders without a value. */
export const missingValues = (used: readonly Placeholder[], values: PlaceholderValues): Placeholder[] =>
  used.filter((name) => values[name].trim() === '' && !OPTIONAL_PLACEHOLDERS.includes(name))

/** Whether one of these has `((amount))`. */
export const saysAmount = (...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => placeholdersIn(templateParts(text ?? '')).includes('amount'))

/** Frozen values, by placeholder. */
export const personalisationSchema = z.record(z.string(), z.string())

/** Key in frozen values of a translated message. */
export const TRANSLATED = 'language'

/** Whether frozen values belong to the translation. */
export const isTranslated = (values: Readonly<Record<string, string>>): boolean => TRANSLATED in values

/** By frozen values; null for letters. @throws Fault 422 */
export function compileTexts({
  message,
  translationMessage,
}: {
  readonly message: string | null
  readonly translationMessage: string | null
}) {
  if (message === null) return null
  const text = compileTemplate(message)
  const translation = translationMessage === null ? text : compileTemplate(translationMessage)
  return (values: Readonly<Record<string, string>>): CompiledTemplate => (isTranslated(values) ? translation : text)
}
