import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { createTemplateUpload } from '../../src/contract/campaigns/letters'
import { exampleDocument } from '../../src/server/modules/campaigns/letters/testing/documents'
import { createUploadsService } from '../../src/server/modules/platform/files/uploads'
import { callAs } from './harness/caller'
import { letterTools } from './harness/letters'
import { monthTools } from './harness/months'
import { onEachEngine } from './harness/server'

/* What is taken at addresses that were given out, without a session, and for how long. */

const MB = 1024 * 1024
const LARGEST = { month: '2026-10-01', households: 1024 * MB, contacts: 512 * MB, wards: 200 * MB }
const ENDED = {
  code: 'upload_ended',
  detail: 'Nothing is expected at this address any more. Begin the upload again.',
}
const ENOUGH = {
  code: 'uploads_of_day',
  detail:
    'Your organisation may upload 10 GB a day, and this would be more. Upload it after midnight, or ask who runs Doorstep to import it.',
}

onEachEngine('Addresses for uploads', { SOFFICE_PATH: 'none' }, (server) => {
  const month = monthTools(server, 'admin')
  const letters = letterTools(server)
  const filesIn = async (folder: string) => {
    const path = join(server().services.config.dataFolder, folder)
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }

  test('take nothing more of months that were discarded or had faults', async () => {
    const files = { households: 'a', contacts: 'b', wards: 'c' }
    const addresses: string[] = []
    for (let round = 0; round < 4; round++) {
      const begun = await month.begin(files)
      addresses.push(...Object.values(begun.addresses))
      await month.act('discard', begun.id)
    }
    const faulty = await month.begin(files)
    addresses.push(...Object.values(faulty.addresses))
    for (const address of Object.values(faulty.addresses)) expect((await month.put(address, 'x')).statusCode).toBe(200)
    await month.act('check', faulty.id)
    expect((await month.settled()).state).toBe('faulty')
    await vi.waitFor(async () => expect(await filesIn('files/months')).toEqual([]))

    expect(addresses).toHaveLength(15)
    const answers = await Promise.all(addresses.map((address) => month.put(address, 'x')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 410))
    expect(answers[0]?.json()).toEqual(ENDED)
    expect(await filesIn('files/months')).toEqual([])
  })

  test('are never there in part, where all of a file is to come', async () => {
    const { database, files } = server().services
    const placed: string[] = []
    const uploads = createUploadsService({
      database,
      files: {
        ...files,
        receive: async (key, content) => void placed.push(`${key} ${await text(content)}`),
      },
    })
    const key = 'uploads/one'
    await database.asSystem((tx) => uploads.expect(tx, server().seed.ashford.id, [{ key, bytes: 9 }]))
    await expect(uploads.receive(key, Readable.from([Buffer.from('half')]))).rejects.toMatchObject({
      body: { detail: 'Of the 9 bytes that were announced 4 have arrived. Send the file again.' },
    })
    expect(placed).toEqual([])
  })

  test('keep nothing of an upload that was under way when its month was discarded', async () => {
    const { id, addresses } = await month.begin({ households: 'half of it', wards: 'c' })
    const content = new PassThrough()
    content.write('half')
    const answer = month.put(addresses.households, content)
    await vi.waitFor(async () => expect(await filesIn('scratch')).toHaveLength(1))
    await month.act('discard', id)
    content.end(' of it')
    expect((await answer).json()).toEqual(ENDED)
    expect([await filesIn('files/months'), await filesIn('scratch')]).toEqual([[], []])
  })

  test('take a letter once, whether it became a template or was refused', async () => {
    for (const [content, status] of [
      [exampleDocument(), 200],
      [Buffer.from('nonsense'), 422],
    ] as const) {
      const announced = createTemplateUpload.reply.parse((await letters.announce('letter.docx')).json())
      expect((await letters.put(announced.put_presigned_url, content)).statusCode).toBe(200)
      expect((await letters.accept(announced.s3_key)).statusCode).toBe(status)
      expect((await letters.put(announced.put_presigned_url, content)).json()).toEqual(ENDED)
    }
    expect(await filesIn('files/uploads')).toEqual([])
  })

  test('are given out for 10 GB a day and organisation, months and letters together', async () => {
    const { database } = server().services
    await database.executeSql('delete from uploads')
    const [admin, other] = [await callAs(server(), 'admin'), await callAs(server(), 'other')]
    const beginAndDiscard = async (body: object): Promise<unknown> => {
      const begun = await admin.post('/api/begin-month', body)
      if (begun.statusCode !== 200) return begun.json()
      return (await month.act('discard', begun.json<{ id: string }>().id)).statusCode
    }
    for (let round = 0; round < 5; round++) expect(await beginAndDiscard(LARGEST)).toBe(200)
    expect(await beginAndDiscard(LARGEST)).toEqual(ENOUGH)
    // None was begun, so that a smaller one can be.
    expect(await beginAndDiscard({ ...LARGEST, households: 824 * MB })).toBe(200)

    // 24 MB are left.
    const tenMegabytes = { file_size: 10 * MB }
    const asked = await Promise.all(Array.from({ length: 5 }, () => letters.announce('a.docx', 'viewer', tenMegabytes)))
    expect(asked.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429, 429])
    expect((await letters.announce('a.docx', 'viewer', {})).json()).toEqual(ENOUGH)
    expect((await other.post('/api/begin-month', LARGEST)).statusCode).toBe(200)

    await database.executeSql('update uploads set day = day - 1')
    expect((await letters.announce('a.docx', 'viewer', tenMegabytes)).statusCode).toBe(200)
  })

  test('are forgotten at night, once none of them can be good', async () => {
    const { database } = server().services
    await database.executeSql('delete from uploads')
    for (const name of ['a.docx', 'b.docx', 'c.docx']) await letters.announce(name)
    const days = async () =>
      (
        await database.executeSql("select (now() at time zone 'Europe/London')::date - day as ago from uploads")
      ).rows.map((row) => (row as { ago: number }).ago)
    await database.executeSql(
      'update uploads set day = day - (select count(*)::int from uploads u where u.key < uploads.key)',
    )
    expect((await days()).sort()).toEqual([0, 1, 2])
    await database.executeSql("update pgboss.job set start_after = now() where name = 'nightly'")
    await vi.waitFor(async () => expect((await days()).sort()).toEqual([0, 1]))
  })
})
