import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasemap } from '../../src/contract/households/map'
import { auditEntries } from '../../src/server/db/schema'
import { runCommand } from './harness/command'
import { onEngine } from './harness/server'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-streets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

onEngine('embedded', 'Streets from the command line', {}, (server) => {
  const doorstep = (...words: string[]) => runCommand(server().services, ...words)
  const road = async (...positions: [number, number][]) => {
    const path = join(folder, 'roads.geojson')
    const geometry = { type: 'LineString', coordinates: positions }
    const feature = { type: 'Feature', properties: { name: 'Long Lane' }, geometry }
    await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
    return path
  }
  const streets = async () => {
    const headers = await server().signedIn('viewer')
    return getBasemap.reply.parse((await server().app.inject({ url: '/api/basemap', headers })).json())
  }

  test('come, stay when a bad file follows, and go', async () => {
    const { database } = server().services
    const near = await road([0.1, 51.1], [0.2, 51.2])
    expect(await doorstep('basemap', 'ashford', '--roads', near)).toContain(
      'It says: Contains OS data © Crown copyright',
    )
    expect((await streets()).features).toMatchObject([{ properties: { kind: 'street', name: 'Long Lane' } }])

    const grid = await road([377000, 393000], [377100, 393100])
    await expect(doorstep('basemap', 'ashford', '--roads', grid)).rejects.toThrow('no longitude and latitude')
    await expect(doorstep('basemap', 'ashford')).rejects.toThrow('Give at least one file')
    await expect(doorstep('basemap', 'nowhere', '--roads', near)).rejects.toThrow('no organisation called nowhere')
    expect((await streets()).features).toHaveLength(1)

    await doorstep('basemap', 'ashford', '--remove')
    expect((await streets()).features).toEqual([])
    const audited = await database.asSystem((tx) => tx.select().from(auditEntries))
    expect(audited.filter(({ action }) => action === 'basemap').map(({ subject }) => subject)).toEqual([
      'replaced',
      'removed',
    ])
  })
})
