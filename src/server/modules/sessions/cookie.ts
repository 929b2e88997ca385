/** The cookie's name: with the `__Host-` prefix a browser accepts it only from this very host, over TLS. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-doorstep' : 'doorstep')

/** The session's cookie, without its value and end. */
export const sessionCookieOptions = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const
