/** Prefix of pseudonyms, which are longer than any reference that an import accepts. */
export const ERASED = 'erased '

/** Whether the household was erased. */
export const isPseudonym = (reference: string): boolean => reference.startsWith(ERASED)

/** Replaces an erased household's reference; it leads nowhere. */
export const newPseudonym = (): string => `${ERASED}${crypto.randomUUID()}`
