/** The `intent` field says which of the two forms was sent. */
export const INTENT = { lookup: 'find-organisations', login: 'login' } as const
