/** Remembers which references a person chose, to tell lists that differ in few (docs/security.md#lists-that-differ). */
import { hash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

const KEPT_MS = 60 * 60_000
/** 2 kB each. */
const MAX_OF_PERSON = 500
const MAX_LISTS = 20_000
/** So that two of few differing references seldom share one. */
const BUCKETS = 256
/** So many are digested in some milliseconds. */
const DIGESTS_AT_ONCE = 2_000

interface KeptList {
  /** By bucket, its digests joined by exclusive or: two words. */
  readonly sketch: Uint32Array
  readonly size: number
  readonly at: number
}

interface Digest {
  readonly bucket: number
  readonly low: number
  readonly high: number
}

/** @param few differences of fewer are told; so are lists of so few, whatever they differ in, by others */
export function createListMemory(few: number) {
  // No longer than the process: what is kept names nobody, and nobody can guess.
  const key = randomBytes(32).toString('hex')
  const people = new Map<string, KeptList[]>()

  const digest = (reference: string): Digest => {
    const bytes = hash('sha256', `${key}${reference}`, 'buffer')
    return { bucket: bytes[0] ?? 0, low: bytes.readUInt32LE(1), high: bytes.readUInt32LE(5) }
  }

  async function digestAll(references: readonly string[]): Promise<Map<string, Digest>> {
    const digests = new Map<string, Digest>()
    for (let from = 0; from < references.length; from += DIGESTS_AT_ONCE) {
      for (const one of references.slice(from, from + DIGESTS_AT_ONCE)) digests.set(one, digest(one))
      await setImmediate()
    }
    return digests
  }

  function keep(person: string, list: KeptList): void {
    const own = (people.get(person) ?? []).filter(({ at }) => list.at - at < KEPT_MS)
    people.delete(person)
    people.set(person, [...own, list].slice(-MAX_OF_PERSON))
    const [oldest] = people.keys()
    const count = [...people.values()].reduce((sum, { length }) => sum + length, 0)
    if (count > MAX_LISTS && oldest !== undefined && oldest !== person) people.delete(oldest)
  }

  return {
    /**
     * Keeps a list of references that are held.
     * @param listHeld everybody's, asked for where the list lacks what it differs in
     * @returns by earlier list of the hour, in which references it differs, where these are few
     */
    async compare(
      person: string,
      references: readonly string[],
      listHeld: () => Promise<readonly string[]>,
    ): Promise<string[][]> {
      const digests = await digestAll(references)
      const list: KeptList = { sketch: makeSketch([...digests.values()]), size: digests.size, at: Date.now() }
      const differing = (people.get(person) ?? [])
        .filter(({ at, size }) => list.at - at < KEPT_MS && (size >= few || list.size >= few))
        .map(({ sketch }) => findDifferences(sketch, list.sketch, few))
        .filter((differences) => differences.length > 0)
      keep(person, list)
      if (differing.length === 0) return []
      const isFew = ({ length }: readonly string[]) => length < few
      const inList = differing.map((differences) => findReferences(differences, digests))
      if (inList.every((found) => found !== undefined)) return inList.filter(isFew)
      const held = await digestAll(await listHeld())
      return differing.map((differences) => findReferences(differences, held) ?? []).filter(isFew)
    },
  }
}

function makeSketch(digests: readonly Digest[]): Uint32Array {
  const sketch = new Uint32Array(2 * BUCKETS)
  for (const { bucket, low, high } of digests) {
    sketch[2 * bucket] = (sketch[2 * bucket] ?? 0) ^ low
    sketch[2 * bucket + 1] = (sketch[2 * bucket + 1] ?? 0) ^ high
  }
  return sketch
}

/** In which buckets two lists differ; none where they are many. */
function findDifferences(one: Uint32Array, other: Uint32Array, few: number): Digest[] {
  const differences: Digest[] = []
  for (let bucket = 0; bucket < BUCKETS && differences.length < few; bucket++) {
    const low = ((one[2 * bucket] ?? 0) ^ (other[2 * bucket] ?? 0)) >>> 0
    const high = ((one[2 * bucket + 1] ?? 0) ^ (other[2 * bucket + 1] ?? 0)) >>> 0
    if (low !== 0 || high !== 0) differences.push({ bucket, low, high })
  }
  return differences.length < few ? differences : []
}

/** Undefined where a difference is not made of one or two of these references. */
function findReferences(differences: readonly Digest[], digests: ReadonlyMap<string, Digest>): string[] | undefined {
  const found = differences.map(({ bucket, low, high }) => {
    const here = [...digests].filter(([, digest]) => digest.bucket === bucket)
    const readName = (wantedLow: number, wantedHigh: number) =>
      here.find(([, digest]) => digest.low === wantedLow && digest.high === wantedHigh)?.[0]
    const single = readName(low, high)
    if (single !== undefined) return [single]
    for (const [reference, digest] of here) {
      const other = readName((low ^ digest.low) >>> 0, (high ^ digest.high) >>> 0)
      if (other !== undefined) return [reference, other]
    }
    return undefined
  })
  return found.every((references) => references !== undefined) ? found.flat() : undefined
}
