import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { z } from 'zod'
import { basemapFeatureSchema, type Basemap, type BasemapFeature } from '#contract/map'
import type { Database } from '../../db/database'
import * as repo from './repo'

const compress = promisify(brotliCompress)

export const PMTILES_PATH = '/files/basemap.pmtiles'

/** About 600 kB each, compressed and plain. */
const KEPT = 50

export interface ReadyBasemap {
  /** Strong, quoted. */
  readonly etag: string
  readonly json: Buffer
  readonly brotli: Buffer
}

export type BasemapsService = ReturnType<typeof createBasemapsService>

/** Caches basemaps ready to send (docs/product.md#basemap). */
export function createBasemapsService({
  database,
  pmtilesFile,
}: {
  database: Database
  pmtilesFile: string | undefined
}) {
  const ready = new Map<string, { version: string; basemap: ReadyBasemap }>()
  const pmtilesUrl = pmtilesFile === undefined ? null : PMTILES_PATH

  return {
    /** Without features when none are stored. */
    async get(organisationId: string): Promise<ReadyBasemap> {
      const version = (await database.forOrganisation(organisationId, (tx) => repo.versionOf(tx, organisationId))) ?? ''
      const known = ready.get(organisationId)
      if (known?.version === version) return known.basemap

      const stored = await database.forOrganisation(organisationId, (tx) => repo.basemapOf(tx, organisationId))
      const basemap = await prepare({
        pmtiles_url: pmtilesUrl,
        attribution: stored?.attribution ?? '',
        features: z.array(basemapFeatureSchema).parse(stored?.features ?? []),
      })
      const [oldest] = ready.keys()
      if (ready.size >= KEPT && oldest !== undefined) ready.delete(oldest)
      ready.set(organisationId, { version: stored?.version ?? '', basemap })
      return basemap
    },

    replace: (
      organisationId: string,
      basemap: { attribution: string; features: readonly BasemapFeature[] },
    ): Promise<void> => database.asSystem((tx) => repo.replace(tx, organisationId, basemap)),
  }
}

async function prepare(basemap: Basemap): Promise<ReadyBasemap> {
  const json = Buffer.from(JSON.stringify(basemap))
  const brotli = await compress(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })
  return { json, brotli, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` }
}
