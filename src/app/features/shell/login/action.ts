import { redirectDocument } from 'react-router-dom'
import { z } from 'zod'
import { findOrganisationsByDomain, type OrganisationOption } from '#contract/organisations/organisations'
import { chooseOrganisation, getOrganisationChoice } from '#contract/organisations/signIn'
import { call } from '../../../api/call'
import { tryAgain } from '../../../api/connectivity'
import { Offline, Refused } from '../../../api/errors'
import { withRetries } from '../../../api/retry'
import { rememberSignIn } from '../../../state/device/signedOut'
import { INTENT, MESSAGES } from './messages'

/** The longest address that mail can carry (RFC 5321). */
const MAX_EMAIL_LENGTH = 254

const emailSchema = z
  .string(MESSAGES.emailRequired)
  .trim()
  .min(1, MESSAGES.emailRequired)
  .max(MAX_EMAIL_LENGTH, MESSAGES.emailInvalid)
  .pipe(z.email(MESSAGES.emailInvalid))

/** The screen's next state, unless the browser leaves for the sign-in. */
export type LoginResult =
  | { kind: 'choose'; organisations: OrganisationOption[] }
  | { kind: 'signed-in'; email: string; organisations: OrganisationOption[] }
  | { kind: 'error'; message: string }

/** The form action of /login. Never throws: the screen shows failures. */
export async function loginAction({ request }: { request: Request }): Promise<LoginResult | Response> {
  const form = await request.formData()
  switch (form.get('intent')) {
    case INTENT.lookup:
      return findOrganisations(form, request.signal)
    case INTENT.login:
      return goToLogin(form)
    case INTENT.list:
      return listOrganisations(request.signal)
    case INTENT.choose:
      return choose(form.get('organisation'))
    default:
      return failed(MESSAGES.requestInvalid)
  }
}

async function findOrganisations(form: FormData, signal: AbortSignal): Promise<LoginResult | Response> {
  const email = emailSchema.safeParse(form.get('email'))
  if (!email.success) return failed(email.error.issues[0]?.message ?? MESSAGES.emailInvalid)
  await tryAgain()
  const email_domain = email.data.slice(email.data.lastIndexOf('@') + 1).toLowerCase()
  try {
    const { organisations } = await withRetries(
      () => call(findOrganisationsByDomain, { body: { email_domain }, signal }),
      signal,
    )
    const [only, second] = organisations
    if (!only) return failed(MESSAGES.noOrganisation)
    return second ? { kind: 'choose', organisations } : leaveTo(loginAddress(only.slug, email.data))
  } catch (error) {
    return failed(lookupFailure(error))
  }
}

function lookupFailure(error: unknown): string {
  if (error instanceof Offline && navigator.onLine) return MESSAGES.silent
  return error instanceof Refused && error.status === 400 ? MESSAGES.domainInvalid : MESSAGES.lookupFailed
}

function goToLogin(form: FormData): LoginResult | Response {
  const [slug, email] = [form.get('organisation'), form.get('email')]
  if (typeof slug !== 'string' || slug === '') return failed(MESSAGES.organisationMissing)
  // Offline it would end on the browser's error page.
  if (!navigator.onLine) return failed(MESSAGES.loginFailed)
  return leaveTo(loginAddress(slug, email))
}

async function listOrganisations(signal: AbortSignal): Promise<LoginResult> {
  try {
    await tryAgain()
    return { kind: 'signed-in', ...(await call(getOrganisationChoice, { signal })) }
  } catch {
    return failed(MESSAGES.loginFailed)
  }
}

async function choose(slug: FormDataEntryValue | null): Promise<LoginResult | Response> {
  if (typeof slug !== 'string' || slug === '') return failed(MESSAGES.organisationMissing)
  try {
    await call(chooseOrganisation, { body: { slug } })
    return leaveTo('/')
  } catch {
    return failed(MESSAGES.loginFailed)
  }
}

function leaveTo(address: string): Response {
  rememberSignIn()
  return redirectDocument(address)
}

/** So that nobody types the address twice. */
function loginAddress(slug: string, email: FormDataEntryValue | null): string {
  const hint = typeof email === 'string' ? `?${new URLSearchParams({ login_hint: email })}` : ''
  return `/backend/auth/login/${encodeURIComponent(slug)}${hint}`
}

const failed = (message: string): LoginResult => ({ kind: 'error', message })
