import type { Command } from 'commander'
import { z } from 'zod'
import { createOidcClient } from '../../clients/oidc'
import { isShared } from '../../clients/oidcEmail'
import { IssuerRefused } from '../../clients/oidcFaults'
import { isThisMachine, type Config } from '../../config'
import type { IssuerSettings } from '../../modules/organisations/organisations/repo'
import { callbackPath } from '../../modules/organisations/sessions/identity'
import { MAX_SKEW_MS, wrongClock } from '../doctor/finding'
import { readSecret } from './command'

const NOT_HTTPS = 'The issuer must be an https address.'

const optionsSchema = z.object({
  issuer: z.url({ protocol: /^https?$/, error: NOT_HTTPS }).optional(),
  clientId: z.string().trim().min(1, 'The client ID is empty.').optional(),
  clientSecret: z.string().min(1, 'The client secret is empty.').optional(),
  clientSecretFile: z.string().min(1, 'The file of the client secret has no name.').optional(),
  clientSecretEnds: z.iso.date('Write the day on which the client secret ends as 2027-01-31.').optional(),
  trustEmailDomains: z.boolean().default(false),
  strength: z
    .array(z.string().regex(/^[!-~]{1,200}$/, 'A strength has no spaces.'))
    .max(20, 'There are at most 20 strengths.')
    .default([]),
})

/** Adds the OpenID Connect options to a command. */
export const withIssuerOptions = (command: Command): Command =>
  command
    .option('--issuer <address>', "the identity provider's issuer address, as in its discovery document")
    .option('--client-id <id>', 'what the identity provider calls Doorstep')
    .option(
      '--client-secret-file <file>',
      'a file that holds the client secret, or - for standard input; left out for a public client',
    )
    .option(
      '--client-secret <secret>',
      'the secret itself, which other users of this machine can see while the command runs',
    )
    .option(
      '--client-secret-ends <date>',
      'the day on which the secret stops working there, as 2027-01-31: doctor reminds of it 30 days before',
    )
    .option(
      '--trust-email-domains',
      'take its word for e-mail addresses at the registered domains where it sends no email_verified (Microsoft Entra ID)',
    )
    .option(
      '--strength <value...>',
      'refuse who signed in with less: its ID token must name one of these as acr or among its amr, such as mfa',
    )

type Given = Omit<IssuerSettings, 'sendsIss'> & { issuer: string; clientId: string }

/**
 * @param instead the alternative option, named in the error
 * @throws Error in one sentence
 */
export async function readIssuerOptions(raw: unknown, instead: string): Promise<Given> {
  const parsed = optionsSchema.safeParse(raw)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message)
  const { issuer, clientId, clientSecret, clientSecretFile, clientSecretEnds, trustEmailDomains, strength } =
    parsed.data
  if (!issuer || !clientId) throw new Error(`Give --issuer and --client-id, or ${instead}.`)
  const address = new URL(issuer)
  if (address.protocol !== 'https:' && !isThisMachine(address)) throw new Error(NOT_HTTPS)
  if (isShared(address)) {
    throw new Error(
      'This issuer signs for every tenant of Microsoft. Give the one of your tenant: https://login.microsoftonline.com/<tenant id>/v2.0',
    )
  }
  if (clientSecret && clientSecretFile) throw new Error('Give --client-secret-file or --client-secret, not both.')
  if (clientSecretEnds && !clientSecret && !clientSecretFile)
    throw new Error('There is no client secret that could end: give it with --client-secret-file.')
  return {
    issuer,
    clientId,
    clientSecret: clientSecretFile ? await readSecret(clientSecretFile, 'client secret') : (clientSecret ?? null),
    clientSecretEnds: clientSecretEnds ?? null,
    trustsEmailDomains: trustEmailDomains,
    strengths: strength,
  }
}

/**
 * Checks metadata, client ID and secret.
 * @throws Error in one sentence
 */
export async function tryIssuer(
  { issuer, clientId, clientSecret }: Given,
  config: Pick<Config, 'publicUrl' | 'clockToleranceSeconds'>,
  slug: string,
): Promise<{ sendsIss: boolean; remarks: string[] }> {
  const asked = { url: issuer, clientId, clientSecret: clientSecret ?? undefined, trustedDomains: [] }
  try {
    const {
      sendsIss,
      isClientAccepted,
      clockAheadMs = 0,
    } = await createOidcClient(config).examine(asked, config.publicUrl + callbackPath(slug, false))
    const clock = wrongClock('the issuer', clockAheadMs)
    return {
      sendsIss,
      remarks: [
        ...(isClientAccepted ? [] : ['It did not say whether it takes the client ID and secret: sign in once to see.']),
        ...(Math.abs(clockAheadMs) > MAX_SKEW_MS ? [`${clock.what} ${clock.cure}`] : []),
      ],
    }
  } catch (error) {
    if (!(error instanceof IssuerRefused)) throw error
    const { message, told, cure } = error
    const theirs = told === undefined ? '' : ` It says: “${told}”.`
    throw new Error(`${issuer}: ${message}${theirs} ${cure} Nothing was changed.`)
  }
}

/** For registration at the identity provider. */
export const registerThere = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  slug: string | undefined,
  { sendsIss }: Pick<IssuerSettings, 'sendsIss'>,
): string =>
  `Register there the redirect address ${publicUrl}${callbackPath(slug, sendsIss)}, no other one of Doorstep's, and the post-logout address ${publicUrl}/login.`
