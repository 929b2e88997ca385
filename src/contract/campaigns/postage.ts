/** How Notify posts letters within the UK. */
export const POSTAGES = ['first', 'second', 'economy'] as const
export type Postage = (typeof POSTAGES)[number]
export const POSTAGE_WORDS: Readonly<Record<Postage, string>> = {
  first: 'first class',
  second: 'second class',
  economy: 'economy mail',
}
