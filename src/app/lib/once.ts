/**
 * Creates a value at its first use, and returns it from then on. Formatters load the browser's language data, which
 * takes a slow machine a tenth of a second: pages that show none do not pay for them.
 */
export function once<Value extends object>(create: () => Value): () => Value {
  let created: Value | undefined
  return () => (created ??= create())
}
