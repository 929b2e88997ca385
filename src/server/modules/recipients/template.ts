/**
 * Policy (docs/product.md#campaign-preview): a template is read once, when it is taken; an unknown placeholder is
 * refused by its name. Shared by text messages and letters.
 */
import {
  fillTemplate,
  OPTIONAL_PLACEHOLDERS,
  placeholdersIn,
  templateParts,
  unknownPlaceholders,
  type Placeholder,
} from '#contract/placeholders'
import { Fault } from '../../faults'

/** What a household's placeholders stand for; every one is there, empty where there is nothing. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

export interface CompiledTemplate {
  /** The placeholders that it uses, each once. */
  readonly placeholders: readonly Placeholder[]
  /** The message for one household. */
  fill(values: Partial<Record<Placeholder, string>>): string
}

/**
 * Reads a template.
 * @throws Fault 422 naming every placeholder that is not known.
 */
export function compileTemplate(template: string): CompiledTemplate {
  const parts = templateParts(template)
  refuseUnknownPlaceholders(unknownPlaceholders(parts))
  return { placeholders: placeholdersIn(parts), fill: (values) => fillTemplate(parts, values) }
}

/** @throws Fault 422 when there are any. */
export function refuseUnknownPlaceholders(unknown: readonly string[]): void {
  if (unknown.length === 0) return
  const names = unknown.map((name) => `((${name}))`).join(', ')
  const verb = unknown.length === 1 ? 'is not a placeholder' : 'are not placeholders'
  throw new Fault(422, 'unknown_placeholder', `${names} ${verb} that a template can use.`)
}

/** The required placeholders among those used that the household's data leave empty. */
export const missingValues = (used: readonly Placeholder[], values: PlaceholderValues): Placeholder[] =>
  used.filter((name) => values[name].trim() === '' && !OPTIONAL_PLACEHOLDERS.includes(name))
