/**
 * The `intent` field says what is asked for: by e-mail which organisations there are, and to sign in to one; by somebody
 * signed in at the provider's issuer already, which there are to choose from, and the choice.
 */
export const INTENT = {
  lookup: 'find-organisations',
  login: 'login',
  list: 'list-organisations',
  choose: 'choose',
} as const
