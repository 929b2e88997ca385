import type { Database } from '../../../db/database'
import { readInPages } from '../../../db/rows'
import { isKeyedMac } from '../../../lib/secrets'
import { describeEntry, describeSeal, describeStart, lockChainEnd, signStart, type ChainEnd, type Macs } from './chain'
import * as repo from './chainRepo'
import type { Witness } from './witness'
import { COMMAND_PREFIX } from '../../../lib/commandLine'

export interface Verdict {
  readonly slug: string
  readonly entries: number
  /** Null: not signed yet. */
  readonly signedAt: Date | null
  /** The newest entry that a given signature was held against. Null: none speaks of what the log still has. */
  readonly comparedAt: number | null
  /** Without a key only accidents show. */
  readonly isKeyed: boolean
  /** The first ones. Empty: the chain is whole. */
  readonly problems: readonly string[]
}

interface Chain {
  readonly start: repo.Start | undefined
  readonly seals: readonly repo.Seal[]
  readonly witnesses: readonly Witness[]
}

const PAGE = 2_000
const MAX_PROBLEMS = 20
const MAX_NAMED = 10

/** Verifies chains, and begins to sign those without a key. */
export function createChainVerification({ database, secrets }: { database: Database; secrets: Macs }) {
  const hasKey = secrets.macs('').length > 0

  async function verifyOne(organisation: { id: string; slug: string }, witnesses: readonly Witness[]) {
    const { id, slug } = organisation
    const [start, seals] = await database.asSystem(async (tx) => [
      await repo.findStart(tx, id),
      await repo.listSeals(tx, id),
    ])
    const chain = { start, seals, witnesses: witnesses.filter(({ organisation_id }) => organisation_id === id) }
    const [ends, outside] = await database.asSystem(async (tx) => [
      await repo.findEnds(tx, id),
      await repo.outsideEntries(tx, id, MAX_NAMED),
    ])
    const problems = ends.position === 0 && ends.entries === 0 ? [] : checkStart(secrets, hasKey, start)
    // Signatures from before starts were signed cover no time; new ones follow at night.
    if (start) problems.push(...checkSeals(secrets, hasKey, chain))
    problems.push(...checkWitnesses(secrets, hasKey, chain), ...nameOutside(outside))
    const walked = await walkEntries(id, chain, problems)
    problems.push(...checkEnd(chain, ends, walked.last))
    const entries = walked.entries + outside.total
    const signedAt = seals.at(-1)?.sealedAt ?? null
    return { slug, entries, signedAt, comparedAt: comparedAt(chain), isKeyed: hasKey, problems }
  }

  async function walkEntries(id: string, chain: Chain, problems: string[]): Promise<Walked> {
    const walked: Walked = {
      entries: 0,
      last: { position: chain.start?.position ?? 0, hash: chain.start?.hash ?? '' },
    }
    const check = createEntryCheck(secrets, chain)
    const pages = readInPages<repo.ChainedEntry>((before) =>
      database.asSystem((tx) => repo.entriesAfter(tx, id, before?.position ?? 0, before?.id ?? 0, PAGE)),
    )
    for await (const page of pages) {
      for (const entry of page) {
        walked.entries += 1
        problems.push(...check(entry, walked.last))
        walked.last = { position: entry.position, hash: entry.hash ?? '' }
      }
    }
    return walked
  }

  async function verify(slug?: string, witnesses: readonly Witness[] = []): Promise<Verdict[]> {
    const [organisations, ofNobody] = await database.asSystem(async (tx) => [
      await repo.allOrganisations(tx),
      await repo.entriesOfNobody(tx),
    ])
    const verdicts: Verdict[] = []
    for (const one of organisations) {
      if (slug !== undefined && slug !== one.slug) continue
      const verdict = await verifyOne(one, witnesses)
      verdicts.push({ ...verdict, problems: verdict.problems.slice(0, MAX_PROBLEMS) })
    }
    const known = new Set(organisations.map(({ id }) => id))
    const lost = witnesses.filter(({ organisation_id: id }) => !known.has(id))
    for (const id of new Set(lost.map(({ organisation_id }) => organisation_id))) {
      const verdict = verdictOnLost(
        secrets,
        hasKey,
        lost.filter(({ organisation_id }) => organisation_id === id),
      )
      if (slug === undefined || slug === verdict.slug) verdicts.push(verdict)
    }
    if (slug === undefined) verdicts.push(...ofNobody.map((one) => verdictOnNobody(one, hasKey)))
    return verdicts
  }

  return {
    /** @param witnesses signatures kept outside the records */
    verify,

    /**
     * Signs the start of a log begun without a key, once verified otherwise.
     * @returns whether anything was to be signed
     * @throws Error in one sentence when the log is not whole, or no key is set
     */
    async signStart(slug: string): Promise<boolean> {
      if (!hasKey) throw new Error('There is no key to sign with: set DOORSTEP_SECRET_KEY. Nothing was changed.')
      const organisations = await database.asSystem((tx) => repo.allOrganisations(tx))
      const organisation = organisations.find((one) => one.slug === slug)
      if (!organisation) throw new Error(`There is no organisation called ${slug}.`)
      const { problems } = await verifyOne(organisation, [])
      const others = problems.filter((problem) => problem !== UNSIGNED_START)
      if (others.length > 0)
        throw new Error(`The log of ${slug} is not whole, so its start was not signed: ${others[0]}`)
      if (problems.length === 0) return false
      await database.asSystem(async (tx) => {
        const head = await lockChainEnd(tx, secrets, organisation.id)
        const keyedFrom = (await repo.firstKeyedPosition(tx, organisation.id)) ?? head.position + 1
        const start = (await repo.findStart(tx, organisation.id)) ?? { position: 0, hash: '' }
        await repo.moveStart(tx, signStart(secrets, { ...start, organisationId: organisation.id, keyedFrom }))
      })
      return true
    },
  }
}

interface Walked {
  entries: number
  last: ChainEnd
}

const UNSIGNED_START =
  'The log was begun without a key, so that its beginning is not signed. If no one but you could write to the records ' +
  `until now, sign it: ${COMMAND_PREFIX} verify <slug> --sign-start`

function checkStart(secrets: Macs, hasKey: boolean, start: repo.Start | undefined): string[] {
  if (!start) return [UNSIGNED_START]
  if (hasKey && !isKeyedMac(start.signature)) return [UNSIGNED_START]
  const found = secrets.checkMac(describeStart(start), start.signature)
  if (found === 'wrong') return ['Where the log starts is not signed by this instance: earlier entries may be missing.']
  return found === 'lost' ? ['The key that signed where the log starts is not set.'] : []
}

function checkSeals(secrets: Macs, hasKey: boolean, { start, seals }: Chain): string[] {
  const problems: string[] = []
  for (const seal of seals) {
    const isDue = hasKey && start?.keyedFrom !== null && seal.position >= (start?.keyedFrom ?? 0)
    const found = isDue && !isKeyedMac(seal.signature) ? 'wrong' : secrets.checkMac(describeSeal(seal), seal.signature)
    if (found === 'wrong') problems.push(`The signature at entry ${seal.position} is not this instance’s.`)
    if (found === 'lost') problems.push(`The key that signed entry ${seal.position} is not set.`)
  }
  return problems
}

/** A witness that the instance did not sign proves nothing. */
function checkWitnesses(secrets: Macs, hasKey: boolean, { start, witnesses }: Chain): string[] {
  const problems: string[] = []
  for (const witness of witnesses) {
    const { organisation_id: organisationId, sealed_at, signature } = witness
    const text = describeSeal({ ...witness, organisationId, sealedAt: new Date(sealed_at) })
    if ((hasKey && !isKeyedMac(signature)) || secrets.checkMac(text, signature) !== 'right')
      problems.push(`The signature given for entry ${witness.position} is not this instance’s: it shows nothing.`)
    if (witness.position === start?.position && witness.hash !== start.hash)
      problems.push(`Entry ${witness.position}, after which the log starts, is not the one that was signed.`)
  }
  return problems
}

/** What was deleted by age can no longer be compared. */
function comparedAt({ start, witnesses }: Chain): number | null {
  const positions = witnesses.map(({ position }) => position).filter((position) => position >= (start?.position ?? 0))
  return positions.length > 0 ? Math.max(...positions) : null
}

/** An organisation that was taken away with its log leaves nothing but what was signed elsewhere. */
function verdictOnLost(secrets: Macs, isKeyed: boolean, witnesses: readonly Witness[]): Verdict {
  const newest = witnesses.reduce((last, one) => (one.position > last.position ? one : last))
  const isGone =
    `These records know no organisation ${newest.organisation_id}, whose log was signed at entry ${newest.position}: it ` +
    'was taken away, or has another id now. If you removed it yourself, compare with a later backup.'
  const problems = [isGone, ...checkWitnesses(secrets, isKeyed, { start: undefined, seals: [], witnesses })]
  return { slug: newest.organisation, entries: 0, signedAt: null, comparedAt: null, isKeyed, problems }
}

function nameOutside({ total, first }: Awaited<ReturnType<typeof repo.outsideEntries>>): string[] {
  if (total === 0) return []
  const named = first.map(
    ({ id, position, at, action }) =>
      `row ${id} (${action}, ${at.toISOString()}, ${position === null ? 'without a position' : `at position ${position}`})`,
  )
  const more = total > named.length ? ' and more' : ''
  return [`Outside the chain, inserted past Doorstep: ${total}, namely ${named.join(', ')}${more}.`]
}

const verdictOnNobody = (
  { organisationId, entries }: { organisationId: string; entries: number },
  isKeyed: boolean,
): Verdict => ({
  slug: organisationId,
  entries,
  signedAt: null,
  comparedAt: null,
  isKeyed,
  problems: ['The records know no such organisation: it was removed past Doorstep, or its entries were inserted.'],
})

function createEntryCheck(secrets: Macs, { start, seals, witnesses }: Chain) {
  const signed = [seals, witnesses].map((list) => new Map(list.map(({ position, hash }) => [position, hash])))
  const keyedFrom = start?.keyedFrom ?? Infinity
  let isKeyed = false
  return (entry: repo.ChainedEntry, last: ChainEnd): string[] => {
    const problems: string[] = []
    const { position } = entry
    if (position === last.position) problems.push(`A second entry ${position} was inserted.`)
    else if (position < last.position) problems.push(`Entry ${position} stands before the log’s start.`)
    else if (position !== last.position + 1) {
      problems.push(`Entries ${last.position + 1} to ${position - 1} were removed.`)
    }
    const hash = entry.hash ?? ''
    const found = secrets.checkMac(describeEntry(entry, last.hash), hash)
    if (found === 'wrong') problems.push(`Entry ${position} was changed, or is not of Doorstep.`)
    if (found === 'lost') problems.push(`The key that entry ${position} was written under is not set.`)
    if ((isKeyed || position >= keyedFrom) && !isKeyedMac(hash)) problems.push(`Entry ${position} is not of Doorstep.`)
    isKeyed ||= isKeyedMac(hash)
    if (signed.some((hashes) => (hashes.get(position) ?? hash) !== hash))
      problems.push(`Entry ${position} is not the one that was signed.`)
    return problems
  }
}

function checkEnd({ seals, witnesses }: Chain, ends: Awaited<ReturnType<typeof repo.findEnds>>, last: ChainEnd) {
  const problems: string[] = []
  const signed = Math.max(0, ...seals.map(({ position }) => position))
  const witnessed = Math.max(0, ...witnesses.map(({ position }) => position))
  if (ends.position !== last.position || ends.hash !== last.hash || Math.max(signed, witnessed) > last.position) {
    problems.push(`The log ends at entry ${last.position}: later ones were removed.`)
  }
  return problems
}
