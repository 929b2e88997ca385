import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBasemap, type BasemapFeature } from '#contract/households/map'
import type { Database } from '../../../db/database'
import { openDatabaseInMemory } from '../../../db/testing/inMemory'
import type { Person } from '../../../http/person'
import { costlyCallsPlugin } from '../../../http/costlyCalls'
import { errorsPlugin } from '../../../http/errors'
import { createScratch } from '../../../lib/scratch'
import { type FilesService } from '../../platform/files/service'
import { createFolderFiles } from '../../platform/files/folder'
import { basemapsRoutes } from './routes'
import { createBasemapsService, PMTILES_PATH } from './service'

const street = (name: string): BasemapFeature => ({
  type: 'Feature',
  geometry: {
    type: 'LineString',
    coordinates: [
      [0.1, 53.1],
      [0.2, 53.2],
    ],
  },
  properties: { kind: 'street', name },
})
const drawn = (name: string) => ({ attribution: `© ${name}`, features: [street(name)] })

let database: Database
let folder: string
let files: FilesService
let mine: string
let theirs: string
let bare: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-tiles-'))
  await writeFile(join(folder, 'england.pmtiles'), 'PMTiles0123456789')
  files = createFolderFiles(folder, createScratch(join(folder, 'scratch')))
  database = await openDatabaseInMemory()
  const made = await database.executeSql(
    "insert into organisations (slug, name) values ('a', 'A'), ('b', 'B'), ('c', 'C') returning id::text",
  )
  const ids = made.rows.map((row) => (row as { id: string }).id)
  mine = ids[0]!
  theirs = ids[1]!
  bare = ids[2]!
  const basemaps = createBasemapsService({ database, files, pmtilesFile: undefined })
  await basemaps.replace(mine, drawn('Alder Street'))
  await basemaps.replace(theirs, drawn('Beech Street'))
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** The routes alone, asked by somebody of an organisation (or by nobody). */
function appFor(organisationId: string | null, pmtilesFile?: string): FastifyInstance {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  errorsPlugin(app, { dataFolder: folder })
  // Of the person, the route reads the organisation only.
  app.decorateRequest('person', null)
  app.addHook('onRequest', async (request) => {
    request.person = organisationId === null ? null : ({ organisationId, role: 'Viewer' } as Person)
  })
  costlyCallsPlugin(app)
  const basemaps = createBasemapsService({ database, files, pmtilesFile })
  basemapsRoutes(app, { basemaps, config: { basemapPmtiles: pmtilesFile } })
  return app
}
const ask = (app: FastifyInstance, headers: Record<string, string> = {}) => app.inject({ url: '/api/basemap', headers })

describe('GET /api/basemap', () => {
  it('gives the basemap of the organisation in view, and never another’s', async () => {
    const reply = await ask(appFor(mine))
    expect(getBasemap.reply.parse(reply.json())).toEqual({ pmtiles_url: null, ...drawn('Alder Street') })
    expect((await ask(appFor(theirs))).json()).toMatchObject({ attribution: '© Beech Street' })
  })

  it('gives an empty one where nobody has drawn any', async () => {
    expect((await ask(appFor(bare))).json()).toEqual({ pmtiles_url: null, attribution: '', features: [] })
  })

  it('asks for a session', async () => {
    expect((await ask(appFor(null))).statusCode).toBe(401)
  })

  it('is compressed for who can read that', async () => {
    const reply = await ask(appFor(mine), { 'accept-encoding': 'gzip, br' })
    expect(reply.headers['content-encoding']).toBe('br')
    const text = brotliDecompressSync(reply.rawPayload).toString()
    expect(getBasemap.reply.parse(JSON.parse(text)).features).toHaveLength(1)
  })

  it('costs a reload nothing, until it is drawn again', async () => {
    const app = appFor(bare)
    const first = await ask(app)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const etag = String(first.headers.etag)
    const again = await ask(app, { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.payload).toBe('')
    expect((await ask(app, { 'if-none-match': `"other", W/${etag}` })).statusCode).toBe(304)

    await createBasemapsService({ database, files, pmtilesFile: undefined }).replace(bare, drawn('New Street'))
    const changed = await ask(app, { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).toMatchObject({ attribution: '© New Street' })
    expect(changed.headers.etag).not.toBe(etag)
  })

  it('keeps it among the files, and the file before no longer', async () => {
    const keys = async () =>
      (await database.executeSql('select file_key from basemaps where organisation_id = $1', [mine])).rows
    const [before] = (await keys()) as { file_key: string }[]
    expect(await files.stat(before!.file_key)).toBeTruthy()
    await createBasemapsService({ database, files, pmtilesFile: undefined }).replace(mine, drawn('Alder Street'))
    expect(await files.stat(before!.file_key)).toBeUndefined()
  })

  it('goes without streets when the file is lost', async () => {
    const [row] = (await database.executeSql('select file_key from basemaps where organisation_id = $1', [theirs])).rows
    await files.remove((row as { file_key: string }).file_key)
    expect((await ask(appFor(theirs))).json()).toMatchObject({ features: [] })
  })
})

describe('the operator’s PMTiles file', () => {
  it('is named in the basemap and served by byte ranges', async () => {
    await createBasemapsService({ database, files, pmtilesFile: undefined }).remove(bare)
    const app = appFor(bare, join(folder, 'england.pmtiles'))
    expect((await ask(app)).json()).toMatchObject({
      pmtiles_url: PMTILES_PATH,
      attribution: 'Protomaps © OpenStreetMap contributors',
    })
    const part = await app.inject({ url: PMTILES_PATH, headers: { range: 'bytes=7-9' } })
    expect(part.statusCode).toBe(206)
    expect(part.payload).toBe('012')
    expect(part.headers['content-range']).toBe('bytes 7-9/17')
  })

  it('gives way to the organisation’s own streets', async () => {
    const reply = await ask(appFor(mine, join(folder, 'england.pmtiles')))
    expect(reply.json()).toEqual({ pmtiles_url: null, ...drawn('Alder Street') })
  })

  it('is not there when none is configured', async () => {
    expect((await appFor(mine).inject({ url: PMTILES_PATH })).statusCode).toBe(404)
  })
})
