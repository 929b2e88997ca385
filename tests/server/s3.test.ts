import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  acceptUploadedTemplate,
  createTemplateUpload,
  TEMPLATE_CONTENT_TYPE,
} from '../../src/contract/campaigns/letters'
import { MONTH_CONTENT_TYPE } from '../../src/contract/households/imports'
import { readWhole, type FilesService } from '../../src/server/modules/platform/files/service'
import { exampleDocument } from '../../src/server/modules/campaigns/letters/testing/documents'
import { callAs } from './harness/caller'
import { letterTools } from './harness/letters'
import { monthTools } from './harness/months'
import { startFakeS3, type FakeS3 } from './harness/s3'
import { startServer, type TestServer } from './harness/server'

let s3: FakeS3
let server: TestServer
let files: FilesService

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  s3 = await startFakeS3()
  server = await startServer('embedded', { S3_BUCKET: 'letters', S3_ENDPOINT: s3.endpoint, SOFFICE_PATH: 'none' })
  files = server.services.files
})
afterAll(async () => {
  await server.close()
  s3.close()
  vi.unstubAllEnvs()
})
beforeEach(() => {
  s3.objects.clear()
  s3.seen.length = 0
})

const putTo = (url: string, body: Buffer, type = TEMPLATE_CONTENT_TYPE) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type, 'if-none-match': '*' } })

test('an object is stored, told about, read and removed in the bucket', async () => {
  await files.put('a/b é.pdf', Readable.from([Buffer.from('one'), Buffer.from(' two')]), 'application/pdf')
  expect([...s3.objects]).toEqual([
    ['/letters/a/b%20%C3%A9.pdf', { content: Buffer.from('one two'), type: 'application/pdf' }],
  ])
  expect(await files.stat('a/b é.pdf')).toEqual({ bytes: 7 })
  const content = await files.open('a/b é.pdf')
  expect(content && (await readWhole(content, 100)).toString()).toBe('one two')
  await files.remove('a/b é.pdf')
  expect([await files.stat('a/b é.pdf'), await files.open('a/b é.pdf')]).toEqual([undefined, undefined])
  await expect(files.put('../a', Buffer.from('x'), 'x')).rejects.toThrow('This is not the key of a file.')
})

test('an address is for one object and minutes, and says how it is shown', async () => {
  await files.put('a/b.pdf', Buffer.from('%PDF'), 'application/pdf')
  const url = new URL(await files.getUrl('a/b.pdf', { expiresInSeconds: 300, downloadName: 'pack.pdf' }))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    'X-Amz-Expires': '300',
    'X-Amz-SignedHeaders': 'host',
    'response-content-type': 'application/pdf',
    'response-content-disposition': `attachment; filename="pack.pdf"; filename*=UTF-8''pack.pdf`,
    'response-cache-control': 'private, no-store',
  })
  expect(await (await fetch(url)).text()).toBe('%PDF')
  const shown = new URL(await files.getUrl('a/b.pdf', { expiresInSeconds: 300 }))
  expect(shown.searchParams.get('response-content-disposition')).toBe('inline')
})

test('an upload through the server is taken once, whole and no larger than was announced', async () => {
  const { uploads, database } = server.services
  const { id: organisationId } = server.seed.ashford
  const upload = { key: 'months/a/households', bytes: 3 }
  await database.forOrganisation(organisationId, (tx) => uploads.expect(tx, organisationId, [upload]))
  const receive = (content: string) => uploads.receive(upload.key, Readable.from([Buffer.from(content)]))
  await expect(receive('four')).rejects.toMatchObject({
    code: 'too_large',
    message: 'The file is larger than 3 bytes.',
  })
  await expect(receive('ab')).rejects.toMatchObject({ code: 'too_short' })
  expect([...s3.objects.keys()]).toEqual([])
  await receive('abc')
  await expect(receive('xyz')).rejects.toMatchObject({ code: 'uploaded' })
  expect(s3.objects.get('/letters/months/a/households')?.content).toEqual(Buffer.from('abc'))
  await uploads.remove([upload.key])
  await expect(receive('abc')).rejects.toMatchObject({ code: 'upload_ended' })
})

test('an upload’s address is signed for its type and its size', async () => {
  const url = new URL(
    await files.putUrl('a/b.docx', {
      expiresInSeconds: 60,
      maxBytes: 100,
      bytes: 3,
      contentType: TEMPLATE_CONTENT_TYPE,
    }),
  )
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match')
  expect([...url.searchParams.keys()].filter((name) => /checksum|sdk-/i.test(name))).toEqual([])
  await putTo(url.href, Buffer.from('abc'))
  // Other files of this worker may still be asking for something of theirs.
  const put = s3.seen.filter(({ method }) => method === 'PUT').at(-1)
  expect(put?.headers).toMatchObject({ 'content-length': '3', 'content-type': TEMPLATE_CONTENT_TYPE })
})

test('a template goes through the bucket, and neither it nor its upload is replaced by another to its address', async () => {
  const viewer = await callAs(server, 'viewer')
  const document = exampleDocument()
  const announced = await viewer.post('/api/upload-campaign-template-presigned-url', {
    benefit_name: 'pension_credit',
    file_name: 'a.docx',
    file_size: document.length,
  })
  const { put_presigned_url, s3_key } = createTemplateUpload.reply.parse(announced.json())
  await putTo(put_presigned_url, document)
  expect((await putTo(put_presigned_url, Buffer.alloc(document.length))).status).toBe(412)
  const { id } = acceptUploadedTemplate.reply.parse(
    (await viewer.post('/api/accept-campaign-template', { s3_key })).json(),
  )
  expect([...s3.objects.keys()]).toEqual([`/letters/${id}`])
  const accepted = s3.objects.get(`/letters/${id}`)
  await putTo(put_presigned_url, Buffer.from('another'))
  expect(s3.objects.get(`/letters/${id}`)).toEqual(accepted)
})

test('an upload larger than a template is refused when it is measured, and removed', async () => {
  const viewer = await callAs(server, 'viewer')
  const announced = await viewer.post('/api/upload-campaign-template-presigned-url', {
    benefit_name: 'pension_credit',
    file_name: 'a.docx',
  })
  const { put_presigned_url, s3_key } = createTemplateUpload.reply.parse(announced.json())
  await putTo(put_presigned_url, Buffer.alloc(10 * 1024 * 1024 + 1))
  const answer = await viewer.post('/api/accept-campaign-template', { s3_key })
  expect(answer.json()).toMatchObject({ detail: 'The file is larger than 10 MB.' })
  expect([...s3.objects.keys()]).toEqual([])
})

test('what the bucket takes too late goes once addresses are no longer good; a month that is open keeps its files', async () => {
  const { begin, act } = monthTools(() => server, 'admin')
  const files = { households: 'households', wards: 'wards' }
  const discarded = await begin(files)
  await act('discard', discarded.id)
  const open = await begin(files)
  for (const { addresses } of [discarded, open]) {
    const answer = await putTo(addresses.households, Buffer.from(files.households), MONTH_CONTENT_TYPE)
    expect(answer.status).toBe(200)
  }
  const { announce, accept } = letterTools(() => server)
  const nonsense = Buffer.from('nonsense')
  const letter = createTemplateUpload.reply.parse(
    (await announce('a.docx', 'viewer', { file_size: nonsense.length })).json(),
  )
  await putTo(letter.put_presigned_url, nonsense)
  expect((await accept(letter.s3_key)).statusCode).toBe(422)
  expect((await putTo(letter.put_presigned_url, nonsense)).status).toBe(200)
  expect(s3.objects.size).toBe(3)

  const { database } = server.services
  const sweeps = "name in ('remove-late-files', 'remove-upload') and state < 'completed'"
  const due = await database.executeSql(
    `select name, min(extract(epoch from start_after - created_on))::int / 60 as minutes from pgboss.job where ${sweeps} group by name order by name`,
  )
  expect(due.rows).toEqual([
    { name: 'remove-late-files', minutes: 120 },
    { name: 'remove-upload', minutes: 60 },
  ])
  await database.executeSql(`update pgboss.job set start_after = now() where ${sweeps}`)
  await vi.waitFor(
    async () => expect((await database.executeSql(`select from pgboss.job where ${sweeps}`)).rows).toEqual([]),
    { interval: 100 },
  )
  expect([...s3.objects.keys()]).toEqual([expect.stringContaining(open.id)])
})

test('the page may speak to the bucket and show what is in it; the server has no addresses of its own', async () => {
  const policy = String((await server.app.inject('/health')).headers['content-security-policy'])
  const origin = server.services.config.s3?.endpoint ?? ''
  expect(policy).toContain(`connect-src 'self' ${origin}`)
  expect(policy).toContain(`frame-src 'self' ${origin}`)
  expect((await server.app.inject('/files/a/b.pdf')).statusCode).toBe(404)
})
