import { figure } from './counts'

/** Values named in a message; of more, their number is enough. */
const NAMED = 20

/** A list in a sentence: the first {@link NAMED} by name, then how many more there are. Pure. */
export function listed(values: readonly string[]): string {
  const named = values.slice(0, NAMED).join(', ')
  return values.length > NAMED ? `${named} and ${figure(values.length - NAMED)} more` : named
}
