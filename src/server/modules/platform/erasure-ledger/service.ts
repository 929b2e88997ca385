/** Erased households, as digests only (docs/decisions/0065-erasure-by-digest.md). */
import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Ledger, Tombstones } from './ledger'
import * as repo from './repo'

/** In any spelling. */
export type IsErased = (reference: string) => boolean

export interface ErasedHouseholds {
  readonly count: number
  readonly has: IsErased
}

const newKey = () => randomBytes(32).toString('base64')

/**
 * Ignores case, spaces, invisible characters, character width, kind of dash, and leading zeros, which spreadsheets
 * drop.
 */
function inOneSpelling(reference: string): string {
  const written = /[^!-~]/.test(reference) ? inPlainSigns(reference) : reference
  return /^\d+$/.test(written) ? written.replace(/^0+/, '') || '0' : written.toUpperCase()
}

const inPlainSigns = (reference: string) =>
  reference
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\p{Dash}/gu, '-')

const computeDigest = (key: string, spelling: string) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(spelling).digest('hex')

/** Matches any spelling of the references. */
export function isSpellingOf(...references: readonly string[]): IsErased {
  const spellings = new Set(references.map(inOneSpelling))
  return (other) => spellings.has(inOneSpelling(other))
}

/** An organisation's erasures. */
export async function findErased(tx: Tx, organisationId: string): Promise<ErasedHouseholds> {
  const key = await repo.findKey(tx, organisationId)
  if (key === undefined) return { count: 0, has: () => false }
  const digests = new Set((await repo.listDigests(tx, organisationId)).map(({ digest }) => digest))
  const has: IsErased = (reference) => digests.size > 0 && digests.has(computeDigest(key, inOneSpelling(reference)))
  return { count: digests.size, has }
}

/** Digests by reference, for an index of who is named. */
export type ReferenceDigests = ReadonlyMap<string, string>

/** So many take some milliseconds. */
const DIGESTS_AT_ONCE = 1_000

/** Makes the key. In pieces and outside a transaction, so that others are answered meanwhile. */
export async function digestReferences(
  database: Pick<Database, 'forOrganisation'>,
  organisationId: string,
  references: readonly string[],
): Promise<ReferenceDigests> {
  const digests = new Map<string, string>()
  if (references.length === 0) return digests
  const key = await database.forOrganisation(organisationId, (tx) =>
    repo.lockKey(tx, organisationId, newKey(), 'share'),
  )
  for (let from = 0; from < references.length; from += DIGESTS_AT_ONCE) {
    for (const reference of references.slice(from, from + DIGESTS_AT_ONCE))
      digests.set(reference, computeDigest(key, inOneSpelling(reference)))
    await setImmediate()
  }
  return digests
}

/**
 * As the given one, but at once for these references: their digests are made now, in pieces, so that a transaction that
 * looks through them holds up nobody.
 */
export async function prepareErased(isErased: IsErased, pages: AsyncIterable<readonly string[]>): Promise<IsErased> {
  const held = new Set<string>()
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += DIGESTS_AT_ONCE) {
      for (const reference of page.slice(from, from + DIGESTS_AT_ONCE)) if (!isErased(reference)) held.add(reference)
      await setImmediate()
    }
  }
  return (reference) => !held.has(reference) && isErased(reference)
}

/** Which of these were erased. Waits for an erasure in progress. */
export async function erasedAmong(tx: Tx, organisationId: string, digests: ReferenceDigests): Promise<IsErased> {
  if (digests.size === 0) return () => false
  await repo.lockKey(tx, organisationId, newKey(), 'share')
  const erased = new Set((await repo.listDigests(tx, organisationId)).map(({ digest }) => digest))
  return (reference) => erased.has(digests.get(reference) ?? '')
}

/** Short digests, as an index has them. */
export const indexDigests = (digests: ReferenceDigests): string[] => [...new Set([...digests.values()].map(shorten))]

/** As {@link indexDigests}; none where nothing is indexed. */
export async function findIndexDigests(tx: Tx, organisationId: string, reference: string): Promise<string[]> {
  const key = await repo.findKey(tx, organisationId)
  return key === undefined ? [] : [shorten(computeDigest(key, inOneSpelling(reference)))]
}

/** As {@link indexDigests}, of everybody erased. */
export const listErasedDigests = async (tx: Tx, organisationId: string): Promise<string[]> =>
  (await repo.listDigests(tx, organisationId)).map(({ digest }) => shorten(digest))

/** 64 bits, signed. */
const shorten = (digest: string): string => BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)).toString()

/** How many households an organisation has erased. */
export const countErasures = (tx: Tx, organisationId: string): Promise<number> =>
  repo.countErasureRows(tx, organisationId)

/** Waits for imports in progress. */
export async function addErasure(
  tx: Tx,
  { organisationId, email }: { readonly organisationId: string; readonly email: string },
  reference: string,
): Promise<void> {
  const key = await repo.lockKey(tx, organisationId, newKey(), 'update')
  await repo.insert(tx, { organisationId, digest: computeDigest(key, inOneSpelling(reference)), erasedBy: email })
}

/** Undefined if nothing was ever erased. */
export async function findTombstones(tx: Tx, organisationId: string): Promise<Tombstones | undefined> {
  const key = await repo.findKey(tx, organisationId)
  if (key === undefined) return undefined
  return { key, digests: (await repo.listDigests(tx, organisationId)).map(({ digest }) => digest) }
}

/** Restored months and lists may be older than their erasures. */
export async function settleRestored(tx: Tx, ledger: Ledger): Promise<void> {
  for (const { organisationId } of await repo.organisationsWithKey(tx)) {
    const tombstones = await findTombstones(tx, organisationId)
    if (tombstones) await ledger.noteErasures(organisationId, tombstones, true)
  }
}

/**
 * Adds erasures that the database lost.
 * @returns how many
 * @throws Error where the database has another key
 */
export async function addTombstones(tx: Tx, organisationId: string, { key, digests }: Tombstones): Promise<number> {
  const lostNow = async () => {
    const known = await findTombstones(tx, organisationId)
    return digests.filter((digest) => !known?.digests.includes(digest))
  }
  if ((await lostNow()).length === 0) return 0
  if ((await repo.lockKey(tx, organisationId, key, 'update')) !== key) {
    throw new Error('The ledger of erasures was made with another key than the records have.')
  }
  // Another starting server may have added them.
  const lost = await lostNow()
  for (const digest of lost) await repo.insert(tx, { organisationId, digest, erasedBy: 'ledger' })
  return lost.length
}

/** Blocks erasures until an import's transaction ends. @throws Error where one came after `known` */
export async function holdErasures(tx: Tx, organisationId: string, known: number): Promise<void> {
  await repo.lockKey(tx, organisationId, newKey(), 'share')
  if ((await repo.countErasureRows(tx, organisationId)) !== known) {
    throw new Error('A household was erased while the month was being taken in. Nothing was changed: take it in again.')
  }
}

/** Whether JSON contains such a reference. */
export function namesOne(json: unknown, isOne: IsErased): boolean {
  if (typeof json === 'string') return isOne(json)
  if (typeof json !== 'object' || json === null) return false
  return Object.values(json).some((value) => namesOne(value, isOne))
}
