import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openDeviceDatabase, type DeviceDatabase } from './database'
import { keptFilterTemplateSchema, type KeptFilterTemplate } from './kept'
import { createSeal } from './seal'
import { databaseTable, memoryTable, type DeviceTable } from './table'

const template = (template_id: number): KeptFilterTemplate => ({
  template_id,
  filter_template_name: `No ${template_id}`,
  rows: null,
})

let open: DeviceDatabase | null = null
afterEach(() => {
  open?.close()
  open = null
})

const makers: [string, () => Promise<DeviceTable<KeptFilterTemplate>>][] = [
  [
    'on the device',
    async () => {
      open = await openDeviceDatabase(`doorstep-${crypto.randomUUID()}`)
      return databaseTable(open, 'templates', keptFilterTemplateSchema)
    },
  ],
  ['in memory', async () => memoryTable((one) => one.template_id)],
]

test.each(makers)('%s: puts, replaces, removes, and reports each change', async (_, make) => {
  const table = await make()
  const seen: number[][] = []
  const stop = table.watch((values) => seen.push(values.map((one) => one.template_id)))
  await table.put(template(1))
  await table.put(template(2))
  await table.put({ ...template(1), filter_template_name: 'Renamed' })
  expect((await table.list()).map((one) => one.filter_template_name).sort()).toEqual(['No 2', 'Renamed'])
  await table.remove(2)
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([1]))
  await table.replace([template(3), template(4)])
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([3, 4]))
  stop()
})

test('a record edited by hand is quarantined and reported; the others stay', async () => {
  open = await openDeviceDatabase(`doorstep-${crypto.randomUUID()}`)
  const seen: number[] = []
  const table = databaseTable(open, 'templates', keptFilterTemplateSchema, {
    onQuarantined: (count) => seen.push(count),
  })
  await table.put(template(1))
  await open.table('templates').put({ template_id: 2, filter_template_name: 7 })
  expect(await table.list()).toEqual([template(1)])
  expect(seen).toEqual([1])
  expect(await open.quarantined.toArray()).toMatchObject([
    { table: 'templates', record: { template_id: 2, filter_template_name: 7 } },
  ])
  // Once: the next reading finds nothing bad.
  expect(await table.list()).toEqual([template(1)])
  expect(seen).toEqual([1])
})

test('a plain record among sealed ones is quarantined: it was written past Doorstep', async () => {
  open = await openDeviceDatabase(`doorstep-${crypto.randomUUID()}`)
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const schema = z.object({ id: z.string(), text: z.string() })
  const table = databaseTable(open, 'texts', schema, { seal: createSeal(key, 'texts') })
  await table.put({ id: 'one', text: 'Dear M' })
  await open.table('texts').put({ id: 'two', text: 'Dear Ms' })
  expect(await table.list()).toEqual([{ id: 'one', text: 'Dear M' }])
  expect(await open.quarantined.toArray()).toMatchObject([{ record: { id: 'two' }, reason: 'It is not sealed.' }])
})

test('of two changes at once the last stays, however long each takes to seal', async () => {
  open = await openDeviceDatabase(`doorstep-${crypto.randomUUID()}`)
  const schema = z.object({ id: z.string(), text: z.string() })
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const seal = createSeal(key, 'texts')
  // oxlint-disable-next-line house/patient-test -- how long sealing takes is what is tested
  const late = (value: { id: string }) => new Promise((resolve) => setTimeout(resolve, 20)).then(() => seal.seal(value))
  const slow = { ...seal, seal: vi.fn(seal.seal).mockImplementationOnce(late) }
  const table = databaseTable(open, 'texts', schema, { seal: slow })
  await Promise.all([table.put({ id: 'one', text: 'Dear M' }), table.put({ id: 'one', text: 'Dear Ms' })])
  expect(await table.list()).toEqual([{ id: 'one', text: 'Dear Ms' }])
})
