/**
 * Each entry has a hash over itself and its predecessor, under the instance's key: someone who reaches only the
 * database cannot change, remove or insert one unseen (docs/decisions/0044-audit-chain.md).
 */
import type { Database } from '../../../db/database'
import { pagesOf } from '../../../db/rows'
import { UNKEYED, type Secrets } from '../../../lib/secrets'
import * as repo from './chainRepo'

export type Macs = Pick<Secrets, 'mac' | 'checkMac'>

export interface Verdict {
  readonly slug: string
  readonly entries: number
  /** Of the latest signature; null: none yet. */
  readonly signedAt: Date | null
  /** The first ones, in words. Empty: the chain is whole. */
  readonly problems: readonly string[]
}

export interface Chain {
  readonly seal: () => Promise<number>
  /** Deletes earlier entries, up to a signature made for it. @returns how many */
  deleteBefore(organisationId: string, before: Date): Promise<number>
  verify(slug?: string): Promise<Verdict[]>
}

const PAGE = 2_000
const MAX_PROBLEMS = 20

/** What an entry's hash covers. @param before the previous entry's hash */
export const contentOf = (
  entry: Pick<repo.ChainedEntry, 'organisationId' | 'position' | 'actorEmail' | 'actorRole' | 'action' | 'subject'> & {
    readonly quantity: number | null
    readonly at: Date | string
  },
  before: string,
): string =>
  // As PostgreSQL writes jsonb, which older hashes cover.
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

const sealText = ({ organisationId, position, hash }: Pick<repo.Seal, 'organisationId' | 'position' | 'hash'>) =>
  `audit head ${organisationId} ${position} ${hash}`

/** Signs and verifies the chains. */
export function createChain({ database, secrets }: { database: Database; secrets: Macs }): Chain {
  async function verifyOne({ id, slug }: { id: string; slug: string }): Promise<Verdict> {
    const problems: string[] = []
    const seals = await database.asSystem((tx) => repo.sealsOf(tx, id))
    const sealed = new Map(seals.map((seal) => [seal.position, seal]))
    for (const seal of seals) {
      const found = secrets.checkMac(sealText(seal), seal.signature)
      if (found === 'wrong') problems.push(`The signature at entry ${seal.position} is not this instance’s.`)
      if (found === 'lost') problems.push(`The key that signed entry ${seal.position} is not set.`)
    }
    let entries = 0
    let isKeyed = false
    // Deletion by age ends at a signature.
    let last = { position: 0, hash: '' }
    const pages = pagesOf<repo.ChainedEntry>((before) =>
      database.asSystem((tx) => repo.entriesAfter(tx, id, before?.position ?? 0, before?.id ?? 0, PAGE)),
    )
    for await (const page of pages) {
      for (const entry of page) {
        if (entries === 0 && entry.position > 1) {
          const seal = sealed.get(entry.position - 1)
          if (seal) last = seal
        }
        entries += 1
        if (entry.position === last.position) problems.push(`A second entry ${entry.position} was inserted.`)
        else if (entry.position !== last.position + 1) {
          problems.push(`Entries ${last.position + 1} to ${entry.position - 1} were removed.`)
        }
        const hash = entry.hash ?? ''
        const found = secrets.checkMac(contentOf(entry, last.hash), hash)
        if (found === 'wrong') problems.push(`Entry ${entry.position} was changed, or is not of Doorstep.`)
        if (found === 'lost') problems.push(`The key that entry ${entry.position} was written under is not set.`)
        if (isKeyed && hash.startsWith(`${UNKEYED}:`)) problems.push(`Entry ${entry.position} is not of Doorstep.`)
        isKeyed ||= !hash.startsWith(`${UNKEYED}:`)
        const seal = sealed.get(entry.position)
        if (seal && seal.hash !== hash) problems.push(`Entry ${entry.position} is not the one that was signed.`)
        last = { position: entry.position, hash }
      }
    }
    const ends = await database.asSystem((tx) => repo.endsOf(tx, id))
    const signed = seals.at(-1)
    if (ends.position !== last.position || ends.hash !== last.hash || (signed && signed.position > last.position)) {
      problems.push(`The log ends at entry ${last.position}: later ones were removed.`)
    }
    if (ends.outside > 0) problems.push(`${ends.outside} entries were inserted past Doorstep.`)
    return { slug, entries, signedAt: signed?.sealedAt ?? null, problems: problems.slice(0, MAX_PROBLEMS) }
  }

  return {
    seal: () =>
      database.asSystem(async (tx) => {
        const heads = await repo.unsealedHeads(tx)
        for (const head of heads) await repo.addSeal(tx, { ...head, signature: secrets.mac(sealText(head)) })
        return heads.length
      }),

    deleteBefore: (organisationId, before) =>
      database.asSystem(async (tx) => {
        const last = await repo.lastBefore(tx, organisationId, before)
        if (!last) return 0
        const seal = { organisationId, ...last }
        await repo.addSeal(tx, { ...seal, signature: secrets.mac(sealText(seal)) })
        return repo.deleteUpTo(tx, organisationId, last.position)
      }),

    async verify(slug) {
      const organisations = await database.asSystem((tx) => repo.organisationsWithEntries(tx, slug))
      const verdicts: Verdict[] = []
      for (const one of organisations) verdicts.push(await verifyOne(one))
      return verdicts
    },
  }
}
