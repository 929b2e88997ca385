import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '../../config'
import type { Tx } from '../../db/engine'
import { parseRows } from '../../db/rows'
import { KEY_FILE } from '../../lib/secrets'
import { findKeyFault } from '../../modules/platform/records-key/service'
import { settleRestored } from '../../modules/platform/erasure-ledger/service'
import { EVERY_HOUSEHOLD } from '../../modules/households/snapshots/predicate'
import { PROVIDER_SLUG } from '../../modules/organisations/provider/service'
import { createServices, type Services } from '../../services'
import { verifyBackup, type Manifest } from './manifest'
import { restore } from './restore'
import { findSignatureFault } from './signature'

export interface Rehearsal {
  readonly madeAt: string
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly organisations: readonly RehearsedOrganisation[]
  /** One sentence each; empty: the backup is good. */
  readonly findings: readonly string[]
}

interface RehearsedOrganisation {
  readonly slug: string
  readonly month: string | undefined
  readonly months: number
  readonly households: number
  readonly entries: number
}

/**
 * Restores a backup into `scratch` to see that it works, and touches nothing else.
 * @param scratch removed by the caller
 * @param signal stops it between steps
 * @throws Error in one sentence when the backup cannot be restored at all
 */
export async function rehearseRestore(
  config: Config,
  folder: string,
  scratch: string,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const manifest = await verifyBackup(folder)
  signal.throwIfAborted()
  const secretKeys = await keysFor(config)
  const services = await createServices(configFor(config, scratch, secretKeys))
  try {
    const findings: string[] = []
    const { database, secrets } = services
    const restored = await restore({ database, dataFolder: scratch, secrets }, folder, {
      takesUnsigned: true,
      settle: async (tx, at) => {
        findings.push(...(await compareCounts(tx, manifest)))
        await services.sending.settleRestored(tx, at)
        await settleRestored(tx, services.offboarding.ledger)
        signal.throwIfAborted()
      },
    })
    const hasKey = secretKeys.length > 0
    const signatureFault = findSignatureFault(secrets, manifest)
    if (hasKey && signatureFault) findings.push(signatureFault)
    const keyFault = hasKey ? await findKeyFault(database.executeSql, secrets) : undefined
    if (keyFault) findings.push(keyFault.message)
    if (hasKey) findings.push(...(await findLostSecrets(services)))
    else findings.push(NO_KEY)
    const verdicts = await services.audit.verify(undefined, manifest.audit)
    if (hasKey) {
      findings.push(
        ...verdicts.flatMap(({ slug, problems }) => problems.map((what) => `The audit log of ${slug}: ${what}`)),
      )
    }
    const organisations: RehearsedOrganisation[] = []
    for (const { id, slug } of await services.organisations.list()) {
      signal.throwIfAborted()
      const entries = verdicts.find((one) => one.slug === slug)?.entries ?? 0
      organisations.push({ slug, entries, ...(await openLatest(services, { id, slug }, findings)) })
    }
    return { ...restored, tables: manifest.tables.length, organisations, findings }
  } finally {
    await services.close()
  }
}

const NO_KEY =
  'There was no key to try: set DOORSTEP_SECRET_KEY to the one that the Doorstep of the backup had. Without it no secret ' +
  'can be read after a restore, and nobody signs in at an issuer.'

/** Never in a backup: the setting's, or from the embedded database's data folder. */
async function keysFor({ secretKeys, databaseUrl, dataFolder }: Config): Promise<readonly string[]> {
  if (secretKeys.length > 0 || databaseUrl !== undefined) return secretKeys
  const kept = await readFile(join(dataFolder, KEY_FILE), 'utf8').catch(() => '')
  return kept.trim() === '' ? [] : [kept.trim()]
}

const configFor = (config: Config, scratch: string, secretKeys: readonly string[]): Config => ({
  ...config,
  secretKeys,
  dataFolder: scratch,
  databaseUrl: undefined,
  s3: undefined,
  demoData: false,
  notify: undefined,
  calculatorUrl: undefined,
  assistantNotes: undefined,
  assistantModel: undefined,
  sofficePath: 'none',
  bwrapPath: 'none',
})

async function compareCounts(tx: Tx, { tables }: Manifest): Promise<string[]> {
  const findings: string[] = []
  for (const { name, rows } of tables) {
    const found = parseRows(
      await tx.execute(sql`select count(*)::int as count from ${sql.identifier(name)}`),
      z.object({ count: z.number() }),
    )
    const count = found[0]?.count ?? 0
    if (count !== rows) findings.push(`The table ${name} has ${count} rows instead of ${rows}.`)
  }
  return findings
}

async function findLostSecrets({ organisations, provider, identity, notifyAccounts }: Services): Promise<string[]> {
  const lost: string[] = []
  const canOpen = (slug: string, kept: string | null) => {
    try {
      identity.openSecret(slug, kept)
      return true
    } catch {
      return false
    }
  }
  const staff = await provider.identity()
  if (staff && !canOpen(PROVIDER_SLUG, staff.clientSecret)) lost.push('the client secret of the provider’s issuer')
  for (const { id, slug } of await organisations.list()) {
    const found = await organisations.findBySlug(slug)
    if (found && !canOpen(slug, found.clientSecret)) lost.push(`the client secret of ${slug}’s issuer`)
    const account = await notifyAccounts.account(id)
    if (account && !account.notify) lost.push(`the key of ${slug}’s account at GOV.UK Notify`)
  }
  return lost.map((what) => `With this DOORSTEP_SECRET_KEY ${what} cannot be read.`)
}

async function openLatest(
  { snapshots }: Services,
  { id, slug }: { readonly id: string; readonly slug: string },
  findings: string[],
): Promise<Omit<RehearsedOrganisation, 'slug' | 'entries'>> {
  const months = (await snapshots.months.list(id)).length
  if (months === 0) return { month: undefined, months, households: 0 }
  try {
    const latest = await snapshots.latest(id)
    const households = await latest.count(EVERY_HOUSEHOLD)
    if (households !== latest.householdCount)
      findings.push(
        `The month ${latest.month} of ${slug} has ${households} households instead of ${latest.householdCount}.`,
      )
    return { month: latest.month, months, households }
  } catch (error) {
    findings.push(
      `The latest month of ${slug} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
    )
    return { month: undefined, months, households: 0 }
  }
}
