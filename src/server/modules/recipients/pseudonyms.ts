/** With which a pseudonym begins; no reference that an import takes is so long. */
export const ERASED = 'erased '

/** Whether a recipient's household was erased. */
export const isPseudonym = (reference: string): boolean => reference.startsWith(ERASED)

/** In place of an erased household's reference; it leads nowhere. */
export const newPseudonym = (): string => `${ERASED}${crypto.randomUUID()}`
