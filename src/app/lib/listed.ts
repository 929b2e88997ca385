import { figure } from './counts'

const NAMED = 20

/** The first {@link NAMED} by name, then how many more. */
export function listed(values: readonly string[]): string {
  const named = values.slice(0, NAMED).join(', ')
  return values.length > NAMED ? `${named} and ${figure(values.length - NAMED)} more` : named
}
