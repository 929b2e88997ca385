import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { getBasemap, type Basemap, type BasemapFeature } from '#contract/households/map'
import type { Database } from '../../../db/database'
import { readWhole, type FilesService } from '../../platform/files/service'
import * as repo from './repo'
const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

export const PMTILES_PATH = '/files/basemap.pmtiles'
const PMTILES_ATTRIBUTION = 'Protomaps © OpenStreetMap contributors'

const KEPT_BYTES = 64 * 1024 ** 2
const MAX_BYTES = 32 * 1024 ** 2

export interface ReadyBasemap {
  /** Strong, quoted. */
  readonly etag: string
  readonly brotli: Buffer
}

export type BasemapsService = ReturnType<typeof createBasemapsService>

interface BasemapsDependencies {
  readonly database: Database
  readonly files: Pick<FilesService, 'put' | 'open' | 'remove'>
  readonly pmtilesFile: string | undefined
}

/** Stored as files, cached ready to send (docs/product.md#basemap). */
export function createBasemapsService({ database, files, pmtilesFile }: BasemapsDependencies) {
  const ready = new Map<string, { version: string; basemap: ReadyBasemap }>()
  const without: Basemap =
    pmtilesFile === undefined
      ? { pmtiles_url: null, attribution: '', features: [] }
      : { pmtiles_url: PMTILES_PATH, attribution: PMTILES_ATTRIBUTION, features: [] }

  /** A missing file counts as no basemap: the map works without. */
  async function compressBrotli(stored: Awaited<ReturnType<typeof repo.findBasemap>>): Promise<Buffer> {
    const content = stored && (await files.open(stored.fileKey))
    return content ? readWhole(content, MAX_BYTES) : packed(without)
  }

  function keepReady(organisationId: string, version: string, basemap: ReadyBasemap): void {
    ready.delete(organisationId)
    ready.set(organisationId, { version, basemap })
    let bytes = [...ready.values()].reduce((sum, each) => sum + each.basemap.brotli.length, 0)
    for (const [oldest, each] of ready) {
      if (bytes <= KEPT_BYTES) return
      ready.delete(oldest)
      bytes -= each.basemap.brotli.length
    }
  }

  async function get(organisationId: string): Promise<ReadyBasemap> {
    const version = (await database.forOrganisation(organisationId, (tx) => repo.findVersion(tx, organisationId))) ?? ''
    const known = ready.get(organisationId)
    if (known?.version === version) return known.basemap

    const stored = await database.forOrganisation(organisationId, (tx) => repo.findBasemap(tx, organisationId))
    const brotli = await compressBrotli(stored)
    const basemap = { brotli, etag: `"${createHash('sha256').update(brotli).digest('base64url').slice(0, 22)}"` }
    keepReady(organisationId, stored?.version ?? '', basemap)
    return basemap
  }

  return {
    get,

    read: async (organisationId: string): Promise<Basemap> =>
      getBasemap.reply.parse(JSON.parse((await decompress((await get(organisationId)).brotli)).toString())),

    async replace(
      organisationId: string,
      { attribution, features }: { attribution: string; features: readonly BasemapFeature[] },
    ): Promise<void> {
      const fileKey = `basemaps/${organisationId}/${randomUUID()}.json.br`
      await files.put(
        fileKey,
        await packed({ pmtiles_url: null, attribution, features: [...features] }),
        'application/octet-stream',
      )
      const replaced = await database.asSystem((tx) => repo.replace(tx, organisationId, { attribution, fileKey }))
      if (replaced) await files.remove(replaced)
    },

    async remove(organisationId: string): Promise<boolean> {
      const removed = await database.asSystem((tx) => repo.remove(tx, organisationId))
      if (removed) await files.remove(removed)
      return removed !== undefined
    },
  }
}

function packed(basemap: Basemap): Promise<Buffer> {
  return compress(JSON.stringify(basemap), { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })
}
