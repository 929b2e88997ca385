/**
 * Among the files, because a restored database knows nothing of erasures (docs/decisions/0069-forgotten-again.md).
 * `forgotten/<organisation>/` holds the key, an empty file per digest, and `removed` once the organisation is gone.
 */
import { z } from 'zod'
import { readWhole, type FilesService } from '../files/service'

type LedgerFiles = Pick<FilesService, 'list' | 'open' | 'put' | 'remove'>

const FOLDER = 'forgotten'
const KEY = 'key'
const REMOVED = 'removed'
const UNFINISHED = 'unfinished'
const MAX_BYTES = 10_000_000
/** 32 bytes in Base64. */
const KEY_FORM = /^[A-Za-z0-9+/]{43}=$/

const removalSchema = z.object({
  slug: z.string().max(200),
  removedAt: z.iso.datetime(),
  /** Files not under the organisation's name. */
  snapshots: z.array(z.uuid()),
  results: z.array(z.string().max(200)),
})
export type Removal = z.infer<typeof removalSchema>

/** Key and digests of erased references. */
export interface Tombstones {
  readonly key: string
  readonly digests: readonly string[]
}

export interface RecordedErasures extends Tombstones {
  readonly organisationId: string
}

export type Ledger = ReturnType<typeof createLedger>

/** A ledger among the files. */
export function createLedger(files: LedgerFiles) {
  const at = (organisationId: string, name: string) => `${FOLDER}/${organisationId}/${name}`

  async function read(key: string): Promise<string> {
    const content = await files.open(key)
    return content ? (await readWhole(content, MAX_BYTES)).toString() : ''
  }

  async function names(of: string): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>()
    for await (const { key } of files.list(of)) {
      const [, organisationId = '', name = ''] = key.split('/')
      found.set(organisationId, (found.get(organisationId) ?? new Set<string>()).add(name))
    }
    return found
  }

  return {
    /** @param isUnfinished until {@link Ledger.finish}, rows may hold erased households */
    async noteErasures(organisationId: string, { key, digests }: Tombstones, isUnfinished = false): Promise<void> {
      // Imports make a key before there is anything to erase.
      if (digests.length === 0) return
      const known = (await names(`${FOLDER}/${organisationId}`)).get(organisationId) ?? new Set<string>()
      // First: a digest means nothing without its key.
      if (!known.has(KEY)) await files.put(at(organisationId, KEY), Buffer.from(key), 'text/plain')
      for (const digest of digests) {
        if (!known.has(digest)) await files.put(at(organisationId, digest), Buffer.alloc(0), 'text/plain')
      }
      if (isUnfinished) await files.put(at(organisationId, UNFINISHED), Buffer.alloc(0), 'text/plain')
    },

    async isUnfinished(organisationId: string): Promise<boolean> {
      // Not from a list, which some stores make late.
      const mark = await files.open(at(organisationId, UNFINISHED))
      mark?.destroy()
      return mark !== undefined
    },

    finish: (organisationId: string): Promise<void> => files.remove(at(organisationId, UNFINISHED)),

    /** Removal makes an organisation's erasures meaningless. */
    async noteRemoval(organisationId: string, removal: Removal): Promise<void> {
      await files.put(at(organisationId, REMOVED), Buffer.from(JSON.stringify(removal)), 'application/json')
      for await (const { key } of files.list(`${FOLDER}/${organisationId}`)) {
        if (key !== at(organisationId, REMOVED)) await files.remove(key)
      }
    },

    /** @throws Error for a key that is none: with it nobody would be found again */
    async erasures(): Promise<RecordedErasures[]> {
      const erased: RecordedErasures[] = []
      for (const [organisationId, found] of await names(FOLDER)) {
        if (found.has(REMOVED) || !found.has(KEY)) continue
        const digests = [...found].filter((name) => ![KEY, UNFINISHED].includes(name))
        const key = await read(at(organisationId, KEY))
        if (!KEY_FORM.test(key)) throw new Error(`${at(organisationId, KEY)} is not the key that Doorstep wrote there.`)
        erased.push({ organisationId, key, digests })
      }
      return erased
    },

    async removals(): Promise<(Removal & { readonly organisationId: string })[]> {
      const removed: (Removal & { readonly organisationId: string })[] = []
      for (const [organisationId, found] of await names(FOLDER)) {
        if (!found.has(REMOVED)) continue
        removed.push({ organisationId, ...removalSchema.parse(JSON.parse(await read(at(organisationId, REMOVED)))) })
      }
      return removed
    },

    /** @param isTaken by key */
    async copyFrom(
      other: Pick<FilesService, 'list' | 'open'>,
      isTaken: (key: string) => boolean = () => true,
    ): Promise<number> {
      let entries = 0
      for await (const { key } of other.list(FOLDER)) {
        if (!isTaken(key)) continue
        const content = await other.open(key)
        if (content) await files.put(key, content, 'text/plain')
        if (![KEY, UNFINISHED].includes(key.split('/')[2] ?? '')) entries += 1
      }
      return entries
    },
  }
}
