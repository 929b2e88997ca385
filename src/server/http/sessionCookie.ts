/** `__Host-` limits the cookie to this host over TLS. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-doorstep' : 'doorstep')

/** Attributes of every sign-in cookie. */
export const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const
