import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTemplateUpload } from '../../src/contract/letterTemplates'
import { auditEntries, letterTemplates } from '../../src/server/db/schema'
import { ADDRESS, exampleDocument, paragraph, textOfPdf } from '../../src/server/modules/letters/testing/documents'
import { callAs } from './harness/caller'
import { letterTools } from './harness/letters'
import { WITH_LIBRE_OFFICE, withLibreOffice } from './harness/libreOffice'
import { onEngine, type TestServer } from './harness/server'

const keysUnder = async (server: TestServer, folder: string) =>
  (
    await readdir(join(server.services.config.dataFolder, 'files', folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])
  )
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const forget = (server: TestServer) => server.services.database.asSystem((tx) => tx.delete(letterTemplates))

onEngine('postgresql', 'Uploading a letter template, without LibreOffice', { SOFFICE_PATH: 'none' }, (server) => {
  const { announce, put, accept, uploaded, accepted, list, refusal } = letterTools(server)
  afterEach(() => forget(server()))

  test('takes a Word document by the three steps, and removes the upload', async () => {
    const announced = await announce('  Winter  Letter\t2026.DOCX ')
    const { put_presigned_url: url, s3_key: key } = createTemplateUpload.reply.parse(announced.json())
    expect(key).toMatch(
      new RegExp(`^uploads/${server().seed.ashford.id}/[0-9a-f-]{36}/pension_credit/winter_letter_2026.docx$`),
    )
    expect((await put(url, exampleDocument())).statusCode).toBe(200)
    // People name files after people: the queue, which is no place for that, knows only which upload it is.
    const { rows: removals } = await server().services.database.executeSql(
      `select data from pgboss.job where name = 'remove-upload'`,
    )
    expect(removals).toEqual([{ data: { key: `${key.split('/').slice(0, 3).join('/')}.docx` } }])
    const answer = await accept(key)
    expect(answer.json()).toEqual({
      id: key.replace('uploads/', 'letter-templates/'),
      letter_template_signed_url: null,
    })
    // Nobody can look at it here.
    expect(await list()).toEqual([])
    expect(await keysUnder(server(), 'uploads')).toEqual([])
    // A second click, or an answer that was lost.
    expect((await accept(key)).json()).toEqual(answer.json())
    const [entry] = await server().services.database.asSystem((tx) => tx.select().from(auditEntries))
    expect(entry).toMatchObject({
      action: 'template_upload',
      subject: 'letter template for pension_credit',
      actorEmail: 'viewer@ashford.example',
    })
  })

  test('leaves no template that is not in the audit log, and can be tried again', async () => {
    const key = await uploaded(exampleDocument())
    vi.spyOn(server().services.audit, 'record').mockRejectedValueOnce(new Error('The records are away.'))
    expect((await accept(key)).statusCode).toBe(500)
    expect(await server().services.database.asSystem((tx) => tx.select().from(letterTemplates))).toEqual([])
    expect((await accept(key)).statusCode).toBe(200)
  })

  test('of the same document twice gives one template, of another under its name a second', async () => {
    const first = await accepted(exampleDocument())
    expect(await accepted(exampleDocument())).toEqual(first)
    const second = await accepted(exampleDocument({ body: paragraph('Another text, ((first_name)).') }))
    expect(second.id).toMatch(/\/letter_2\.docx$/)
    const both = await Promise.all(
      ['one', 'two'].map((word) => accepted(exampleDocument({ body: paragraph(word) }), 'race.docx')),
    )
    expect(both.map(({ id }) => id.split('/').at(-1)).sort()).toEqual(['race.docx', 'race_2.docx'])
    expect((await keysUnder(server(), 'letter-templates')).sort()).toEqual(
      expect.arrayContaining(['race.docx', 'race_2.docx']),
    )
  })

  test.each([
    ['../letter.docx'],
    ['a/letter.docx'],
    ['..\\letter.docx'],
    ['letter.pdf'],
    ['letter.docm'],
    ['letter.docx.exe'],
    ['.docx'],
    ['.hidden.docx'],
    [''],
    ['a..b.docx'],
    [`${'x'.repeat(96)}.docx`],
    ['a\u202etxt.docx'],
    ['a\0.docx'],
  ])('refuses the name %j', async (name) => {
    const answer = await announce(name)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ fields: { file_name: expect.any(String) as string } })
  })

  test('refuses a size that cannot be, and takes no other than was announced', async () => {
    expect(refusal(await announce('a.docx', 'viewer', { file_size: 11 * 1024 * 1024 }))).toBe(
      'The file is larger than 10 MB.',
    )
    expect(refusal(await announce('a.docx', 'viewer', { file_size: 0 }))).toBe('The file is empty.')
    const { put_presigned_url } = createTemplateUpload.reply.parse(
      (await announce('a.docx', 'viewer', { file_size: 10 })).json(),
    )
    expect((await put(put_presigned_url, Buffer.alloc(11))).statusCode).toBe(413)
    const large = createTemplateUpload.reply.parse((await announce('a.docx')).json())
    expect((await put(large.put_presigned_url, Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413)
    expect((await accept(large.s3_key)).statusCode).toBe(404)
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['a PDF', Buffer.from('%PDF-1.4'), 'This is a PDF.'],
    [
      'a .docm',
      exampleDocument({ mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      'contains macros',
    ],
    [
      'a zip bomb',
      exampleDocument({ parts: { 'word/media/a.bin': Buffer.alloc(61 * 1024 * 1024) } }),
      'more than a letter can',
    ],
    [
      'a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'protected by a password',
    ],
    [
      'an unknown placeholder',
      exampleDocument({ body: paragraph('((nation|al_insurance))') }),
      '((national_insurance)) is not a placeholder',
    ],
    ['no address', exampleDocument({ address: [] }), 'The letter has no address.'],
  ])('refuses %s under the name of a Word document, and leaves nothing', async (_what, content, words) => {
    const before = await list()
    const answer = await accept(await uploaded(content))
    expect(answer.statusCode).toBe(422)
    expect(refusal(answer)).toContain(words)
    expect(await list()).toEqual(before)
    expect(await keysUnder(server(), 'uploads')).toEqual([])
    expect(await server().services.database.asSystem((tx) => tx.select().from(letterTemplates))).toEqual([])
  })

  describe('is refused with a key', () => {
    test.each(['', 'uploads', '../../etc/passwd', 'letter-templates/x/y', 'uploads/a/b/c/d.docx'])(
      'such as %j',
      async (key) => {
        const { statusCode } = await accept(key)
        expect(statusCode).toBe(key === '' ? 422 : 404)
      },
    )

    test('of another organisation, as if there were nothing', async () => {
      await server().services.database.asSystem((tx) => tx.execute('update organisations set campaigns_enabled = true'))
      const key = await uploaded(exampleDocument())
      expect(await accept(key, 'other')).toMatchObject({ statusCode: 404 })
      expect(await keysUnder(server(), 'uploads')).toHaveLength(1)
      const { id } = await accepted(exampleDocument())
      expect(await server().services.letters.find(server().seed.brynmor.id, id)).toBeUndefined()
      expect(await server().services.letters.find(server().seed.ashford.id, id)).toBeDefined()
      expect(await accept(key)).toMatchObject({ statusCode: 200 })
    })

    test('of an upload that has not been made', async () => {
      const { s3_key } = createTemplateUpload.reply.parse((await announce('a.docx')).json())
      expect(refusal(await accept(s3_key))).toBe('The upload is no longer there. Upload the file again.')
    })
  })
})

withLibreOffice('letter templates with their previews', () => {
  onEngine('embedded', 'Uploading a letter template', WITH_LIBRE_OFFICE, (server) => {
    const { accept, uploaded, accepted, list, fetched, refusal } = letterTools(server)
    afterEach(() => forget(server()))

    test('puts it among the existing ones, as a PDF with its placeholders, under an address whose path names it', async () => {
      const { id, letter_template_signed_url: url } = await accepted(exampleDocument(), 'Winter letter.docx')
      const [listed, ...others] = await list()
      expect([listed?.id, others]).toEqual([id, []])
      expect(await list('healthy_start')).toEqual([])
      for (const address of [url ?? '', listed?.letter_template_signed_url ?? '']) {
        expect(new URL(address, server().origin).pathname).toMatch(/\/pension_credit\/winter_letter\.pdf$/)
        const answer = await fetched(address)
        expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'inline' })
        expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      }
    })

    test('shows it filled in for an invented household, with the longest and the shortest address', async () => {
      const nameless = ADDRESS.slice(1)
      const body = paragraph('Ring ((phone)) about ((amount)), ((organisation))')
      await accepted(exampleDocument({ address: nameless, body }))
      const shown = async () => {
        const [listed] = await list()
        const urls = [listed?.letter_template_signed_url, listed?.longest_url, listed?.shortest_url]
        const texts = urls.map(async (url) => (await textOfPdf((await fetched(url ?? '')).rawPayload)).join(' '))
        return { warnings: listed?.warnings, texts: await Promise.all(texts) }
      }
      const made = await shown()
      expect(made.warnings).toEqual([expect.stringMatching(/^This letter names nobody/)])
      const [usual, longest, shortest] = made.texts
      expect(usual).toMatch(/Flat 12.*ZE60 1AA.*Ring \[not set yet\] about £68, Ashford Council/)
      expect(longest).toContain('Featherstonehaugh House')
      expect(shortest).toContain('1 Ely Way')
      // One from before there were such previews.
      await server().services.database.asSystem((tx) => tx.update(letterTemplates).set({ hasSamples: false }))
      expect(await shown()).toEqual(made)
    })

    test('makes a test letter, as it would be printed', async () => {
      const { id } = await accepted(exampleDocument())
      const made = await (await callAs(server(), 'viewer')).post('/api/make-test-letter', { template_s3_key: id })
      const pdf = await fetched(made.json<{ url: string }>().url)
      expect(pdf.headers['content-type']).toBe('application/pdf')
      expect((await textOfPdf(pdf.rawPayload)).join(' ')).toContain('104 Example Road')
      const ofOthers = server().services.letters.testLetter({ organisationId: randomUUID() }, id)
      await expect(ofOthers).rejects.toMatchObject({ status: 404 })
    })

    test('refuses what GOV.UK Notify would not post', async () => {
      // Each rule has its test beside src/server/modules/letters/pdf/letterRules.ts.
      const edge =
        '<w:tblInd w:w="-1200" w:type="dxa"/><w:tblW w:w="9000" w:type="dxa"/><w:tblBorders><w:top w:val="single" w:sz="8"/></w:tblBorders>'
      const ruled = `<w:tbl><w:tblPr>${edge}</w:tblPr><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`
      expect(refusal(await accept(await uploaded(exampleDocument({ body: ruled }))))).toContain(
        'Something in the letter',
      )
      expect(await list()).toEqual([])
    })
  })
})
