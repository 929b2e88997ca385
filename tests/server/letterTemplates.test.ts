import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { campaignDetailSchema } from '../../src/contract/campaigns/campaigns'
import { faultSchema } from '../../src/contract/fault'
import { createTemplateUpload, TEMPLATE_CONTENT_TYPE } from '../../src/contract/campaigns/letters'
import { auditEntries, campaigns, letterTemplates } from '../../src/server/db/schema'
import { openTemplate } from '../../src/server/modules/campaigns/letters/previews'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { addFrozen } from './frozenCampaign'
import { callAs } from './harness/caller'
import { letterTools } from './harness/letters'
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
  const { announce, put, accept, uploaded, accepted, offered, list, fetched, refusal } = letterTools(server)
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

  test('of the same document for two campaigns gives each its own, for all campaigns one; of another a second', async () => {
    await accepted(exampleDocument())
    expect((await accepted(exampleDocument())).id).toMatch(/\/letter_2\.docx$/)
    await forget(server())
    const first = await offered(exampleDocument())
    expect((await offered(exampleDocument())).key).toBe(first.key)
    const second = await accepted(exampleDocument({ body: wordParagraph('Another text, ((first_name)).') }))
    expect(second.id).toMatch(/\/letter_2\.docx$/)
    const both = await Promise.all(
      ['one', 'two'].map((word) => accepted(exampleDocument({ body: wordParagraph(word) }), 'race.docx')),
    )
    expect(both.map(({ id }) => id.split('/').at(-1)).sort()).toEqual(['race.docx', 'race_2.docx'])
    expect((await keysUnder(server(), 'letter-templates')).sort()).toEqual(
      expect.arrayContaining(['race.docx', 'race_2.docx']),
    )
  })

  test('a document put in the place of a template’s is refused', async () => {
    const { services, seed } = server()
    const { key } = await services.letters.uploads.add(seed.ashford.id, {
      benefit: 'pension_credit',
      language: 'en',
      givenName: 'edna_smith.docx',
      bytes: exampleDocument(),
    })
    const [row] = await services.database.asSystem((tx) => tx.select().from(letterTemplates))
    const read = async () => buffer(await openTemplate(services.files, row ?? { key, digest: '' }))
    expect((await read()).length).toBeGreaterThan(1_000)
    await services.files.put(key, exampleDocument({ body: wordParagraph('Ring this number.') }), TEMPLATE_CONTENT_TYPE)
    await expect(read()).rejects.toThrow(/^The letter template under [-a-z0-9/_]+ among the files is not the one/)
  })

  test('a campaign of letters that waits for its run shows them to an invented household, one that is being made none', async () => {
    const { services, seed } = server()
    const organisationId = seed.ashford.id
    const template = { benefit: 'pension_credit', bytes: exampleDocument(), pdf: Buffer.from('%PDF-1.7') } as const
    await services.letters.uploads.add(organisationId, { ...template, language: 'en', givenName: 'english.docx' })
    await services.letters.uploads.add(organisationId, { ...template, language: 'cy', givenName: 'cymraeg.docx' })
    const keys = new Map(
      (await services.database.asSystem((tx) => tx.select().from(letterTemplates))).map(({ fileName, key }) => [
        fileName,
        key,
      ]),
    )
    const id = await addFrozen(services.database, organisationId, 1, {
      channel: 'print_and_post',
      message: null,
      letterTemplateKey: keys.get('english.docx') ?? '',
      translationLetterKey: keys.get('cymraeg.docx') ?? '',
      translationLanguage: 'cy',
    })
    const letters = async () =>
      campaignDetailSchema.parse(
        (await (await callAs(server(), 'viewer')).get(`/api/campaign?campaign_id=${id}`)).json(),
      ).letters
    expect(await letters()).toEqual([])
    await services.database.asSystem((tx) =>
      tx.update(campaigns).set({ preparedAt: new Date() }).where(eq(campaigns.id, id)),
    )
    const addresses = await letters()
    expect(addresses.map((address) => /\w+\.pdf/.exec(address)?.[0])).toEqual(['english.pdf', 'cymraeg.pdf'])
    expect((await fetched(addresses[1] ?? '')).body).toBe('%PDF-1.7')
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
      exampleDocument({ body: wordParagraph('((nation|al_insurance))') }),
      '((national_insurance)) is not a placeholder',
    ],
    ['no address', exampleDocument({ address: [] }), 'The letter has no address.'],
    [
      'marks of mail merge',
      exampleDocument({ body: wordParagraph('Dear «First_|Name» (last_name),') }),
      '«First_Name» is not filled in and would be sent as it stands.',
    ],
    [
      'the prompt of a field',
      exampleDocument({
        body: `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${wordParagraph('Your team’s name')}</w:sdtContent></w:sdt>`,
      }),
      '“Your team’s name” is the prompt of a field',
    ],
  ])('refuses %s under the name of a Word document, and leaves nothing', async (_what, content, words) => {
    const before = await list()
    const answer = await accept(await uploaded(content))
    expect(answer.statusCode).toBe(422)
    expect(refusal(answer)).toContain(words)
    expect(await list()).toEqual(before)
    expect(await keysUnder(server(), 'uploads')).toEqual([])
    expect(await server().services.database.asSystem((tx) => tx.select().from(letterTemplates))).toEqual([])
  })

  test('tells all that is wrong at once', async () => {
    const tracked = '<w:p><w:ins><w:r><w:t>Dear ((shoe_size)) {{name}}</w:t></w:r></w:ins></w:p>'
    // Of a field or not: once.
    const prompt = `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${wordParagraph('Choose an item.')}</w:sdtContent></w:sdt>`
    const answer = await accept(await uploaded(exampleDocument({ address: [], body: tracked + prompt })))
    const { detail, letter } = faultSchema.parse(answer.json())
    expect(detail).toMatch(/^The letter has 5 faults. Mend them all, then upload it again. 1. The document has tracked/)
    expect(letter?.faults.map(({ words }) => words.slice(0, 40))).toEqual([
      'The document has tracked changes. Accept',
      '“Choose an item.” is the prompt of a fie',
      '((shoe_size)) is not a placeholder that ',
      '{{name}} is not filled in and would be s',
      'The letter has no address. Put ((address',
    ])
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
      expect(await server().services.letters.ofCampaigns.find(server().seed.brynmor.id, id)).toBeUndefined()
      expect(await server().services.letters.ofCampaigns.find(server().seed.ashford.id, id)).toBeDefined()
      expect(await accept(key)).toMatchObject({ statusCode: 200 })
    })

    test('of an upload that has not been made', async () => {
      const { s3_key } = createTemplateUpload.reply.parse((await announce('a.docx')).json())
      expect(refusal(await accept(s3_key))).toBe('The upload is no longer there. Upload the file again.')
    })
  })
})
