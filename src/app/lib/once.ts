/** Creates a value at its first use. For formatters, which are slow to create. */
export function once<Value extends object>(create: () => Value): () => Value {
  let created: Value | undefined
  return () => (created ??= create())
}
