/** Policy (docs/product.md#campaign-preview): an unknown placeholder is refused by name when the template is taken. */
import {
  fillTemplate,
  OPTIONAL_PLACEHOLDERS,
  placeholdersIn,
  templateParts,
  unknownPlaceholders,
  type Placeholder,
} from '#contract/placeholders'
import { Fault } from '../../faults'

/** Every one is there, empty where there is nothing. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

export interface CompiledTemplate {
  /** Each once. */
  readonly placeholders: readonly Placeholder[]
  /** The message for one household. */
  fill(values: Partial<Record<Placeholder, string>>): string
}

/** @throws Fault 422 naming every unknown placeholder. */
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

/** Required and used, but empty. */
export const missingValues = (used: readonly Placeholder[], values: PlaceholderValues): Placeholder[] =>
  used.filter((name) => values[name].trim() === '' && !OPTIONAL_PLACEHOLDERS.includes(name))
