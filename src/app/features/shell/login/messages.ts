export const INTENT = {
  lookup: 'find-organisations',
  /** Goes to an organisation's sign-in. */
  login: 'login',
  /** Signed in at the provider's issuer: chooses an organisation. */
  list: 'list-organisations',
  choose: 'choose',
} as const

export const MESSAGES = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  emailMissing: 'You must enter an email address to continue',
  organisationMissing: 'Please select an organisation to continue',
  noOrganisation: 'No organisation found for this email domain. Please contact your admin team for assistance.',
  lookupFailed: 'Unable to verify email domain. Please try again.',
  domainInvalid: 'Invalid email domain',
  requestInvalid: 'Invalid request',
  silent: 'Doorstep does not answer. Check your connection and try again.',
  loginFailed: 'Unable to proceed with login. Please try again.',
} as const

const SIGN_IN_ERRORS: Readonly<Record<string, string>> = {
  session_ended: 'Your session has ended. Sign in again to carry on.',
  sign_in_failed: MESSAGES.loginFailed,
}

/** The words for the sign-in's `error`, if any. */
export function signInError(code: string | null): string | null {
  if (code === null || code === '') return null
  return Object.hasOwn(SIGN_IN_ERRORS, code) ? (SIGN_IN_ERRORS[code] ?? MESSAGES.loginFailed) : MESSAGES.loginFailed
}
