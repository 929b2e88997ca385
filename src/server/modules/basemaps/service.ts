import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { z } from 'zod'
import { basemapFeatureSchema, type Basemap, type BasemapFeature } from '#contract/map'
import type { Database } from '../../db/database'
import * as repo from './repo'

const compress = promisify(brotliCompress)

/** Where the server serves the operator's PMTiles file. */
export const PMTILES_PATH = '/files/basemap.pmtiles'

/** Basemaps kept ready to send; one is about 100 kB compressed and 500 kB as JSON. */
const KEPT = 50

/** A basemap as it goes over the wire, made once and sent many times. */
export interface ReadyBasemap {
  /** Names the content: a strong entity tag, with its quotes. */
  readonly etag: string
  readonly json: Buffer
  /** The same, compressed with Brotli. */
  readonly brotli: Buffer
}

export interface BasemapsService {
  /** The organisation's basemap; one without features where nobody has drawn any. */
  get(organisationId: string): Promise<ReadyBasemap>
  /** Stores a basemap in the place of the one there is. */
  replace(organisationId: string, basemap: { attribution: string; features: readonly BasemapFeature[] }): Promise<void>
}

export interface BasemapsDependencies {
  readonly database: Database
  /** The operator's PMTiles file, if there is one. */
  readonly pmtilesFile: string | undefined
}

/** Streets, water and parks of each organisation's area (docs/product.md#basemap). */
export function createBasemapsService({ database, pmtilesFile }: BasemapsDependencies): BasemapsService {
  const ready = new Map<string, { version: string; basemap: ReadyBasemap }>()
  const pmtilesUrl = pmtilesFile === undefined ? null : PMTILES_PATH

  return {
    async get(organisationId) {
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

    replace: (organisationId, basemap) => database.asSystem((tx) => repo.replace(tx, organisationId, basemap)),
  }
}

async function prepare(basemap: Basemap): Promise<ReadyBasemap> {
  const json = Buffer.from(JSON.stringify(basemap))
  const brotli = await compress(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })
  return { json, brotli, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` }
}
