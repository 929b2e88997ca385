import { createOidcClient } from '../../clients/oidc'
import { IssuerRefused } from '../../clients/oidcFaults'
import type { Config } from '../../config'
import { examineDatabase } from '../../db/examine'
import type { KeptIssuer } from '../../db/keptIssuer'
import { OperatorFault } from '../../lib/operator'
import { createSecrets, SecretLost } from '../../lib/secrets'
import { issuersOfOrganisations } from '../../modules/organisations/organisations/service'
import { issuersOfProvider, PROVIDER_SLUG } from '../../modules/organisations/provider/service'
import { callbackPath, openClientSecret } from '../../modules/organisations/sessions/identity'
import { findingIf, MAX_SKEW_MS, wrongClock, type Finding } from './finding'
import { COMMAND_PREFIX } from '../../lib/commandLine'

/** Replacing it involves other departments. */
const WARNED_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1_000

/** Every issuer. Only on PostgreSQL: the embedded records are the server's. */
export async function examineIdentity(config: Config, now = new Date()): Promise<Finding[]> {
  if (!config.databaseUrl) return []
  const kept = await examineDatabase(config.databaseUrl, async (executeSql) => [
    ...(await issuersOfProvider(executeSql)),
    ...(await issuersOfOrganisations(executeSql)),
  ]).catch((error: unknown) => {
    // Reported with the records.
    if (error instanceof OperatorFault) return undefined
    throw error
  })
  const issuers = kept?.more
  if (!issuers) return []
  const parts = issuers.map((issuer) => examineIssuer(issuer, config, now))
  const isProviderMissing = !config.embeddedProvider && !issuers.some(({ slug }) => slug === PROVIDER_SLUG)
  return [
    ...findingIf(
      isProviderMissing,
      'The provider has no issuer, so that no super administrator can sign in and no campaign can be sent.',
      `Set it: ${COMMAND_PREFIX} provider identity --issuer <address> --client-id <id> --client-secret-file <file> --domain <email domain>`,
    ),
    ...(await Promise.all(parts)).flat(),
  ]
}

async function examineIssuer(kept: KeptIssuer, config: Config, now: Date): Promise<Finding[]> {
  const { slug, issuer, clientId, clientSecret, clientSecretEnds } = kept
  const command = `${COMMAND_PREFIX} ${slug === PROVIDER_SLUG ? 'provider identity' : `identity ${slug}`}`
  if (issuer === null || clientId === null) {
    return findingIf(
      !config.embeddedProvider,
      `${slug} has no issuer, so that none of its people can sign in.`,
      `Set it: ${command} --issuer <address> --client-id <id> --client-secret-file <file>`,
    )
  }
  const ending = examineEnd(slug, command, clientSecretEnds, now)
  try {
    const { clockAheadMs = 0 } = await createOidcClient(config).examine(
      {
        url: issuer,
        clientId,
        clientSecret: openClientSecret(createSecrets(config), slug, clientSecret),
        trustedDomains: [],
      },
      config.publicUrl + callbackPath(slug, false),
    )
    return [
      ...ending,
      ...(Math.abs(clockAheadMs) > MAX_SKEW_MS ? [wrongClock(`the issuer of ${slug}`, clockAheadMs)] : []),
    ]
  } catch (error) {
    if (error instanceof SecretLost) {
      return [
        {
          what: `The client secret of ${slug} can no longer be read. ${error.message}`,
          cure: `Set the key that it was sealed with in DOORSTEP_SECRET_KEY, or the secret again: ${command} --client-secret-file <file> …`,
        },
      ]
    }
    if (!(error instanceof IssuerRefused)) throw error
    const { message, told, cure } = error
    return [
      ...ending,
      { what: `The issuer of ${slug}, ${issuer}: ${message}${told === undefined ? '' : ` It says: “${told}”.`}`, cure },
    ]
  }
}

function examineEnd(slug: string, command: string, ends: string | null, now: Date): Finding[] {
  if (ends === null) return []
  const days = Math.ceil((Date.parse(ends) - now.getTime()) / DAY_MS)
  const when = days > 1 ? `ends in ${days} days, on ${ends}` : days >= 0 ? `ends on ${ends}` : `ended on ${ends}`
  return findingIf(
    days <= WARNED_DAYS,
    `The client secret of ${slug} ${when}.`,
    `Make a new one at the issuer, and set it with its end: ${command} --client-secret-file <file> --client-secret-ends <date> and the other options as before`,
  )
}
