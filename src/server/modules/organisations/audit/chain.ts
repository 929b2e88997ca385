/**
 * Each entry's hash covers itself and its predecessor under the instance's key, and the chain's start is signed: with
 * the database alone nobody can alter the log unseen (docs/decisions/0044-audit-chain.md).
 */
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { isKeyedMac, type Secrets } from '../../../lib/secrets'
import * as repo from './chainRepo'
import type { Witness } from './witness'

export type Macs = Pick<Secrets, 'mac' | 'macs' | 'checkMac'>

export interface ChainEnd {
  readonly position: number
  readonly hash: string
}

/** What an entry's hash covers. @param before the previous entry's hash */
export const describeEntry = (
  entry: Pick<repo.ChainedEntry, 'organisationId' | 'position' | 'actorEmail' | 'actorRole' | 'action' | 'subject'> & {
    readonly quantity: number | null
    readonly at: Date | string
  },
  before: string,
): string =>
  // As PostgreSQL writes jsonb: older hashes cover that.
  `[${[
    before,
    entry.organisationId,
    entry.position,
    typeof entry.at === 'string' ? entry.at : entry.at.toISOString(),
    entry.actorEmail,
    entry.actorRole,
    entry.action,
    entry.subject,
    entry.quantity,
  ]
    .map((part) => JSON.stringify(part))
    .join(', ')}]`

/** What a signature of the chain's end covers. */
export const describeSeal = ({ organisationId, position, hash, sealedAt }: Omit<repo.Seal, 'signature'>): string =>
  JSON.stringify(['audit head', organisationId, position, hash, sealedAt.toISOString()])

/** What the signature of a chain's start covers. */
export const describeStart = ({ organisationId, position, hash, keyedFrom }: Omit<repo.Start, 'signature'>): string =>
  JSON.stringify(['audit start', organisationId, position, hash, keyedFrom])

/** Signs a start with today's key. */
export const signStart = (macs: Macs, start: Omit<repo.Start, 'signature'>): repo.Start => ({
  ...start,
  signature: macs.mac(describeStart(start)),
})

/** Serialises entries; the first one begins the chain. */
export function lockChainEnd(tx: Tx, macs: Macs, organisationId: string): Promise<ChainEnd & { now: Date }> {
  const keyedFrom = isKeyedMac(macs.mac('')) ? 1 : null
  return repo.lockEnd(tx, signStart(macs, { organisationId, position: 0, hash: '', keyedFrom }))
}

/** Signs chains' ends, and their starts when shortened. */
export function createChainSigning({ database, secrets }: { database: Database; secrets: Macs }) {
  return {
    /** Signs every moved end. @returns each organisation's latest signature, to be kept elsewhere */
    seal: (): Promise<Witness[]> =>
      database.asSystem(async (tx) => {
        const sealedAt = await repo.readClock(tx)
        for (const head of await repo.unsealedHeads(tx)) {
          const seal = { ...head, sealedAt }
          await repo.addSeal(tx, { ...seal, signature: secrets.mac(describeSeal(seal)) })
        }
        return repo.latestSeals(tx)
      }),

    /**
     * Deletes earlier entries and signs the new start.
     * @returns the number deleted; entries of the last two years stay in any case
     */
    deleteBefore: (organisationId: string, before: Date): Promise<number> =>
      database.asSystem(async (tx) => {
        const start = await repo.findStart(tx, organisationId)
        const last = await repo.lastBefore(tx, organisationId, before)
        // Unsigned entries are left for `verify` to report.
        if (!start || !last || secrets.checkMac(describeStart(start), start.signature) !== 'right') return 0
        return repo.moveStart(tx, signStart(secrets, { ...start, ...last }))
      }),
  }
}
