/** Joins the parts that are not empty. */
export const joinWords = (between: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== '').join(between)
