/** Values named in a message; of more, their number is enough. */
const NAMED = 20

/** A list in a sentence: the first {@link NAMED} by name, then how many more there are. Pure. */
export function listed(values: readonly string[]): string {
  const named = values.slice(0, NAMED).join(', ')
  return values.length > NAMED ? `${named} and ${(values.length - NAMED).toLocaleString('en-GB')} more` : named
}
