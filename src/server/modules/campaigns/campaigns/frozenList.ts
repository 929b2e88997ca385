/** The list that a campaign was made with: who it is for never changes, and a run checks that. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Tx } from '../../../db/engine'
import { heldOutHouseholds } from './repo'

/** Gzips references, one per line. */
export const packHouseholds = (references: readonly string[]): Promise<Uint8Array> =>
  promisify(gzip)(references.join('\n'))

/** Unpacks {@link packHouseholds}. */
export async function unpackHouseholds(list: Uint8Array): Promise<string[]> {
  const text = (await promisify(gunzip)(list)).toString('utf8')
  return text === '' ? [] : text.split('\n')
}

/** The references that a campaign holds out. */
export async function readHeldOut(tx: Tx, campaignId: number): Promise<string[]> {
  const list = await heldOutHouseholds(tx, campaignId)
  return list === null ? [] : unpackHouseholds(list)
}

/** What a fingerprint covers beside references; without a hold-out there is no seed. */
export const createListFormat = (seed: string | null) => ({
  firstLine: seed === null ? '' : `seed ${seed}\n`,
  heldOutMark: '\theld out',
})

/** Packs sorted references, with the fingerprint of list, arms and seed that a run compares. */
export async function freezeHouseholds(
  references: readonly string[],
  { heldOut, seed }: { readonly heldOut: ReadonlySet<string>; readonly seed: string | null } = NOBODY_HELD_OUT,
): Promise<{ list: Uint8Array; hash: string }> {
  const { firstLine, heldOutMark } = createListFormat(seed)
  const lines = references.map((reference) => (heldOut.has(reference) ? reference + heldOutMark : reference))
  const text = firstLine + lines.join('\n')
  return { list: await packHouseholds(references), hash: createHash('sha256').update(text).digest('hex') }
}

const NOBODY_HELD_OUT = { heldOut: new Set<string>(), seed: null }
