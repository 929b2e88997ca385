import 'fake-indexeddb/auto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openDeviceDatabase } from '#offline/database'
import { KEPT } from '#offline/kept'
import { createSeal, importKey } from '#offline/seal'
import { databaseTable } from '#offline/table'
import { DEVICE, DEVICE_KEY } from './fixtures'

const NAME = 'doorstep-of-the-first-release'
/** As version 1 of the device's database has them; Dexie multiplies its number by ten. */
const KEY_PATHS = {
  templates: 'template_id',
  kept: 'id',
  drafts: 'id',
  texts: 'id',
  queue: 'id',
  rounds: 'id',
  left: 'id',
}
const VERSION_1 = 10

const records = z.record(z.string(), z.array(z.unknown()))
const deviceSchema = z.object({ tables: records, opened: records })

test('a device’s drafts and queued work of the first release open', async () => {
  const { tables, opened } = deviceSchema.parse(JSON.parse(await readFile(DEVICE, 'utf8')))
  await writeRaw(tables)
  const key = await importKey(DEVICE_KEY)
  const database = await openDeviceDatabase(NAME)
  const listed = async (name: 'drafts' | 'texts' | 'queue') =>
    databaseTable<unknown>(database, name, KEPT[name].schema, { seal: createSeal(key, name) }).list()
  const [drafts, texts, queue] = await Promise.all([listed('drafts'), listed('texts'), listed('queue')])
  expect({ drafts, texts, queue }).toMatchObject(opened)
  expect(await database.quarantined.count()).toBe(0)
  database.close()
})

/** Past Dexie and today's code. */
async function writeRaw(tables: z.infer<typeof records>): Promise<void> {
  const promised = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('refused'))
    })
  const opening = indexedDB.open(NAME, VERSION_1)
  opening.onupgradeneeded = () => {
    for (const [table, keyPath] of Object.entries(KEY_PATHS)) opening.result.createObjectStore(table, { keyPath })
    opening.result.createObjectStore('quarantined', { keyPath: 'id', autoIncrement: true })
  }
  const raw = await promised(opening)
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) await promised(raw.transaction(table, 'readwrite').objectStore(table).put(row))
  raw.close()
}
