/** The list that a campaign was made with never changes; a run checks that. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Tx } from '../../../db/engine'
import { neverDrawnHouseholds } from './neverDrawnRepo'
import { heldOutHouseholds } from './repo'

/** Gzips references, one per line. */
export const packHouseholds = (references: readonly string[]): Promise<Uint8Array> =>
  promisify(gzip)(references.join('\n'))

/** Unpacks {@link packHouseholds}. */
export async function unpackHouseholds(list: Uint8Array): Promise<string[]> {
  const text = (await promisify(gunzip)(list)).toString('utf8')
  return text === '' ? [] : text.split('\n')
}

const unpackAny = async (list: Uint8Array | null): Promise<string[]> => (list === null ? [] : unpackHouseholds(list))

/** The references that a campaign holds out. */
export const readHeldOut = async (tx: Tx, campaignId: number): Promise<string[]> =>
  unpackAny(await heldOutHouseholds(tx, campaignId))

export interface DrawnArms {
  readonly heldOut: ReadonlySet<string>
  /** Neither held out nor compared. */
  readonly neverDrawn: ReadonlySet<string>
}

/** While it is being prepared. */
export const readArms = async (tx: Tx, campaignId: number): Promise<DrawnArms> => ({
  heldOut: new Set(await readHeldOut(tx, campaignId)),
  neverDrawn: new Set(await unpackAny(await neverDrawnHouseholds(tx, campaignId))),
})

interface ListTerms {
  readonly oneTextPerNumber: boolean
  /** Null without a hold-out. */
  readonly holdOutSeed: string | null
}

/** What a fingerprint covers beside references. */
export const createListFormat = ({ oneTextPerNumber, holdOutSeed }: ListTerms) => ({
  before: `${oneTextPerNumber ? 'one text for each number\n' : ''}${holdOutSeed === null ? '' : `seed ${holdOutSeed}\n`}`,
  heldOutMark: '\theld out',
  neverDrawnMark: '\tnever drawn',
})

/** Packs sorted references, with the fingerprint that a run compares. */
export async function freezeHouseholds(
  references: readonly string[],
  terms: ListTerms = EVERYBODY,
  { heldOut, neverDrawn }: DrawnArms = NOBODY_DRAWN,
): Promise<{ list: Uint8Array; hash: string }> {
  const { before, heldOutMark, neverDrawnMark } = createListFormat(terms)
  const chooseMark = (reference: string) =>
    heldOut.has(reference) ? heldOutMark : neverDrawn.has(reference) ? neverDrawnMark : ''
  const lines = references.map((reference) => reference + chooseMark(reference))
  const text = before + lines.join('\n')
  return { list: await packHouseholds(references), hash: createHash('sha256').update(text).digest('hex') }
}

const EVERYBODY: ListTerms = { oneTextPerNumber: false, holdOutSeed: null }
const NOBODY_DRAWN: DrawnArms = { heldOut: new Set(), neverDrawn: new Set() }
