/** Replies from households: docs/product.md#replies. */
export const REPLIES = [
  'wants_help',
  'claimed',
  'refused',
  'stop',
  'wrong_number',
  'moved',
  'returned',
  'deceased',
] as const
export type Reply = (typeof REPLIES)[number]

export const REPLY_WORDS: Readonly<Record<Reply, string>> = {
  wants_help: 'Wants help to claim',
  claimed: 'Has claimed',
  refused: 'Does not want to claim',
  stop: 'Wants no more messages',
  wrong_number: 'Wrong number',
  moved: 'Has moved',
  returned: 'The letter came back',
  deceased: 'Somebody has died',
}
