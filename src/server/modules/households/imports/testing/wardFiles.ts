import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { beforeEach } from 'vitest'
import { inspectFile } from '../openFile'
import { createFaultList } from '../report'
import type { LocalAuthority } from '../wardFeature'
import { readWardsFile } from '../wardsFile'
import { writeExample } from './exampleFiles'

/** A reader of wards files, which reads them as if households lived in every ward. */
export function wardReaderForEachTest() {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doorstep-wards-'))
    return () => rm(folder, { recursive: true })
  })

  async function read(content: string | Uint8Array, localAuthority?: LocalAuthority) {
    const [faults, warnings] = [createFaultList(), createFaultList()]
    const file = await inspectFile(await writeExample(join(folder, 'wards.geojson'), content))
    const text = gunzipped(content).toString()
    const inhabited = new Set(
      [...text.matchAll(/"(?:ward_code|area_code|WD\d\dCD)":"(\w+)"/g)].map(([, code = '']) => code),
    )
    const found = await readWardsFile(file, { localAuthority, inhabited }, { faults, warnings })
    return { wards: found?.wards ?? [], faults: faults.groups(), warnings: warnings.groups() }
  }

  return read
}

/** Also where it breaks off. */
const gunzipped = (content: string | Uint8Array) =>
  content[0] === 0x1f ? gunzipSync(content, { finishFlush: constants.Z_SYNC_FLUSH }) : Buffer.from(content)

/** A file of features. */
export const collection = (features: unknown[], members: Record<string, unknown> = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...members, features })

/** Properties that name one. */
export const authority = { local_authority_code: 'E07999999', local_authority_name: 'Exampleshire' }

/** A ring around a square. */
export const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]

/** A ward of a shape. */
export const shaped = (geometry: unknown, properties: Record<string, unknown> = {}) => ({
  type: 'Feature',
  properties: { ward_code: 'E1', ward_name: 'A', ...authority, ...properties },
  geometry,
})

/** A polygon of rings. */
export const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates })
