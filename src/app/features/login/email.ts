import { z } from 'zod'
import { MESSAGES } from './messages'

/** The longest address that mail can carry (RFC 5321). */
const LONGEST_EMAIL = 254

const emailSchema = z
  .string(MESSAGES.emailRequired)
  .trim()
  .min(1, MESSAGES.emailRequired)
  .max(LONGEST_EMAIL, MESSAGES.emailInvalid)
  .pipe(z.email(MESSAGES.emailInvalid))

/** An address that may be looked up with its domain, or the message saying why not. */
export type CheckedEmail = { ok: true; domain: string } | { ok: false; message: string }

/** Checks an address as it was typed. */
export function checkEmail(typed: unknown): CheckedEmail {
  const email = emailSchema.safeParse(typed)
  if (!email.success) return { ok: false, message: email.error.issues[0]?.message ?? MESSAGES.emailInvalid }
  return { ok: true, domain: email.data.slice(email.data.lastIndexOf('@') + 1).toLowerCase() }
}
