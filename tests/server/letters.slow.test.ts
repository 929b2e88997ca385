import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { campaignSchema } from '../../src/contract/campaigns/campaigns'
import { campaigns, printPacks, recipients } from '../../src/server/db/schema'
import { readWhole } from '../../src/server/modules/platform/files/service'
import { prepareLetters, withdrawLetters } from '../../src/server/modules/campaigns/letters/prepare'
import {
  exampleDocument,
  wordParagraph,
  textOfPart,
  textOfPdf,
} from '../../src/server/modules/campaigns/letters/testing/documents'
import { campaignTools } from './harness/campaigns'
import { letterTools, postableLetter } from './harness/letters'
import { documentsWith, WITH_LIBRE_OFFICE, withLibreOffice } from './harness/libreOffice'
import { onEngine, type TestServer } from './harness/server'

const filesOf = (server: TestServer, id: number) =>
  readdir(join(server.services.config.dataFolder, 'files', 'letters', server.seed.ashford.id, String(id))).catch(
    () => [],
  )

withLibreOffice('letters of a campaign', () => {
  onEngine('embedded', 'A campaign of letters', WITH_LIBRE_OFFICE, (server) => {
    const tools = campaignTools(server)
    const { as, add, detail, prepared, move, changeContact, rowsOf, audited } = tools
    const { offered, fetched } = letterTools(server)
    let template = ''
    beforeAll(async () => {
      await tools.prepareHouseholds()
      const pageTwo = wordParagraph('About ((household_reference))', '<w:pPr><w:pageBreakBefore/></w:pPr>')
      const { key } = await offered(
        exampleDocument({ body: wordParagraph('Dear ((first_|name)), page one.') + pageTwo }),
      )
      template = key
    })
    beforeEach(tools.reset)

    const letter = () => ({ channel_name: 'print_and_post', sms_template_id: null, template_s3_key: template })
    const work = (campaignId: number) => ({ campaignId, organisationId: server().seed.ashford.id })
    const packOf = async (id: number, person: 'staff' | 'viewer' = 'staff') =>
      (await as(person, 'ashford')).get(`/api/campaign-print-pack?campaign_id=${id}`)

    async function showsEachItsOwn(id: number): Promise<void> {
      const { letters } = server().services
      const [first, again, other] = [
        await letters.ofCampaigns.pdf(work(id), 'A-1'),
        await letters.ofCampaigns.pdf(work(id), 'A-1'),
        await letters.ofCampaigns.pdf(work(id), 'A-3'),
      ]
      expect(again.equals(first)).toBe(true)
      expect((await textOfPdf(other)).join('')).toContain('About A-3')
      const pages = await Promise.all([first, other].map(async (pdf) => (await PDFDocument.load(pdf)).getPageCount()))
      expect(pages).toEqual([2, 2])
      // A sheet each, printed on both sides.
      expect((await detail(id)).cost).toMatchObject({ messages: 2, units: 2, pence: 146 })
      await expect(letters.ofCampaigns.pdf(work(id), 'A-9')).rejects.toThrow('This household has no letter.')
      await expect(
        letters.ofCampaigns.pdf({ ...work(id), organisationId: server().seed.brynmor.id }, 'A-1'),
      ).rejects.toThrow()

      expect((await packOf(id, 'viewer')).statusCode).toBe(403)
      expect(
        (await (await as('staff', 'brynmor')).get(`/api/campaign-print-pack?campaign_id=${id}`)).json(),
      ).toMatchObject({ detail: 'Campaign not found' })
      expect((await packOf(999_999)).statusCode).toBe(404)
    }

    /** Somebody who writes to the bucket puts A-1's letter in the place of A-3's. */
    async function refusesOthersLetter(id: number): Promise<void> {
      const { letters, files, database } = server().services
      const folder = `letters/${server().seed.ashford.id}/${id}`
      const swap = async () =>
        files.put(`${folder}/1.pdf`, await letters.ofCampaigns.pdf(work(id), 'A-1'), 'application/pdf')
      await swap()
      await vi.waitFor(async () =>
        expect((await textOfPdf(await letters.ofCampaigns.pdf(work(id), 'A-3'))).join('')).toContain('About A-3'),
      )
      await swap()
      await database.asSystem((tx) => tx.update(printPacks).set({ madeAt: null }).where(eq(printPacks.campaignId, id)))
      await vi.waitFor(async () => expect(await letters.ofCampaigns.prepare(work(id), async () => false)).toBe('made'))
      const pack = await files.open(`${folder}/print-pack.pdf`)
      expect((await textOfPdf(pack ? await readWhole(pack, 1e7) : Buffer.alloc(0))).join('')).toContain('About A-3')
    }

    test('is prepared: a letter for each household that can have one, and all of them as one PDF in the order of the list', async () => {
      await changeContact('A-1', { firstName: 'Zoë <b>& Łŷ', lastName: 'O’Neill' })
      await changeContact('A-3', { lastName: '' })
      await changeContact('A-5', { doNotContact: true })
      const id = await prepared({ ...letter(), benefit_name: 'pension_credit' })
      const rows = await rowsOf(id)
      expect(rows.map(({ householdReference, state, reason }) => [householdReference, state, reason])).toEqual([
        ['A-1', 'prepared', null],
        ['A-3', 'cannot_be_contacted', 'The message needs ((last_name)), which is empty.'],
      ])
      expect(await detail(id)).toMatchObject({
        status: 'Awaiting approval',
        phase: 'prepared',
        number_of_recipients: 1,
        problem: null,
      })
      const answer = await packOf(id)
      const { url } = z.object({ url: z.string() }).parse(answer.json())
      expect(await audited('export')).toMatchObject({ subject: `print pack of campaign ${id}`, quantity: 1 })
      const pack = await fetched(url)
      expect(pack.headers['content-disposition']).toContain(`campaign-${id}-letters.pdf`)
      const [one = '', two = '', ...more] = await textOfPdf(pack.rawPayload)
      expect(more).toEqual([])
      expect(one).toContain('Dear Zoë <b>& ')
      expect(one).toContain('ZE9 1AA')
      expect(one).not.toContain('((')
      expect(two).toContain('About A-1')
    })

    test('in a second language gives each household the letter that it prefers, in the order of the list', async () => {
      const welsh = exampleDocument({ body: wordParagraph('Annwyl ((first_name)), tudalen un.') })
      const { key } = await offered(welsh, 'cy.docx', 'cy')
      await changeContact('A-1', { preferredLanguage: 'cy' })
      const translation = { sms_template_id: null, template_s3_key: key, translated_for: 'who_prefers_it' }
      const id = await prepared({ ...letter(), translation })
      expect((await detail(id)).translation).toMatchObject({ language: 'cy', households: 1 })
      const { url } = z.object({ url: z.string() }).parse((await packOf(id)).json())
      const pages = await textOfPdf((await fetched(url)).rawPayload)
      expect(pages).toHaveLength(3)
      expect(pages[0]).toContain('Annwyl Edna, tudalen un.')
      expect(pages[1]).toContain('Dear Edna, page one.')
    })

    // LibreOffice takes seconds a run: what can be asked of one campaign is one test.
    test('holds up no other campaign while its print pack is put together, and loses all when it is cancelled', async () => {
      const { files, letters } = server().services
      const { put } = files
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      const isHeld = vi.fn()
      vi.spyOn(files, 'put').mockImplementation(async (key, ...rest) => {
        if (key.endsWith('/print-pack.pdf')) {
          isHeld()
          await held
        }
        return put(key, ...rest)
      })
      const id = z.array(campaignSchema).parse((await add(letter())).json())[0]?.id ?? 0
      await vi.waitFor(() => expect(isHeld).toHaveBeenCalled())
      expect((await packOf(await prepared())).json()).toMatchObject({ code: 'no_letters' })
      expect((await detail(id)).phase).toBe('preparing')
      letGo()
      await vi.waitFor(async () => expect((await detail(id)).phase).toBe('prepared'))

      expect(await filesOf(server(), id)).toEqual(['0.pdf', '1.pdf', 'print-pack.pdf'])
      expect((await move('cancel-campaign', id)).statusCode).toBe(200)
      await vi.waitFor(async () => expect(await filesOf(server(), id)).toEqual([]))
      expect((await packOf(id)).json()).toMatchObject({ code: 'cleared' })
      expect(await letters.ofCampaigns.prepare(work(id), async () => false)).toBe('made')
      expect(await filesOf(server(), id)).toEqual([])
    })

    test('lists the household whose letter Notify would not post, and makes the others', async () => {
      const { key } = await offered(exampleDocument({ body: wordParagraph('((first_name))') }), 'long.docx')
      await changeContact('A-3', { firstName: 'word '.repeat(12_000) })
      const id = await prepared({ ...letter(), template_s3_key: key })
      expect(
        (await rowsOf(id)).map(({ state, reason, personalisation }) => [state, reason, personalisation === null]),
      ).toEqual([
        ['prepared', null, false],
        ['cannot_be_contacted', 'Its letter is longer than 10 pages.', true],
      ])
      expect((await detail(id)).number_of_recipients).toBe(1)
      expect(await filesOf(server(), id)).toEqual(['0.pdf', 'print-pack.pdf'])
    })

    test('gives each household its own letter, shows its pack to super administrators only, comes to the same when it is prepared again, goes on where a crash left it, and is cleared ninety days after it was complete', async () => {
      const id = await prepared(letter())
      await showsEachItsOwn(id)
      const { database, letters, files, queue } = server().services
      const before = await rowsOf(id)
      await database.asSystem(async (tx) => {
        await tx.update(campaigns).set({ preparedAt: null }).where(eq(campaigns.id, id))
        await tx
          .update(printPacks)
          .set({ nextPosition: 1, letters: 0, madeAt: null })
          .where(eq(printPacks.campaignId, id))
      })
      expect((await packOf(id)).json()).toMatchObject({ code: 'campaign_state' })
      // Out of time after a batch: the rest is left for the next piece of work.
      expect(await letters.ofCampaigns.prepare(work(id), async () => true)).toBe('later')
      expect(await letters.ofCampaigns.prepare(work(id), async () => false)).toBe('made')
      // PDFs differ by their dates.
      const withoutDigests = (rows: typeof before) => rows.map((row) => ({ ...row, letterDigest: null }))
      expect(withoutDigests(await rowsOf(id))).toEqual(withoutDigests(before))
      expect(await letters.ofCampaigns.prepare(work(id), async () => false)).toBe('made')
      const [pack] = await database.asSystem((tx) => tx.select().from(printPacks).where(eq(printPacks.campaignId, id)))
      expect(pack).toMatchObject({ nextPosition: 2, letters: 2, pages: 4 })
      // Records that were restored without their files: the letter is made again of what was frozen.
      await files.remove(`letters/${server().seed.ashford.id}/${id}/0.pdf`)
      const again = async () => (await textOfPdf(await letters.ofCampaigns.pdf(work(id), 'A-1'))).join('')
      // On a busy machine it is tried again, as by the job that sends.
      await vi.waitFor(async () => expect(await again()).toContain('About A-1'))
      await refusesOthersLetter(id)

      const longAgo = new Date(Date.now() - 91 * 24 * 60 * 60 * 1000)
      await database.asSystem(async (tx) => {
        await tx.update(recipients).set({ state: 'delivered', sentAt: longAgo }).where(eq(recipients.campaignId, id))
        await tx
          .update(campaigns)
          .set({ status: 'Complete', preparedAt: longAgo, runAt: longAgo, completedAt: longAgo })
          .where(eq(campaigns.id, id))
      })
      // A server that starts does the work of the night.
      await queue.stop()
      await database.executeSql("delete from pgboss.job where name = 'nightly'")
      await queue.start()
      await vi.waitFor(async () => expect(await filesOf(server(), id)).toEqual([]))
      expect((await rowsOf(id)).every(({ personalisation }) => personalisation === null)).toBe(true)
    })

    test('is refused with the template of another organisation', async () => {
      const { letters } = server().services
      const preview = Buffer.from('%PDF')
      const { fileName: name } = await letters.uploads.add(server().seed.brynmor.id, {
        benefit: 'pension_credit',
        language: 'cy',
        givenName: 'theirs.docx',
        bytes: exampleDocument(),
        pdf: preview,
      })
      expect(name).toBe('theirs.docx')
      const [theirs] = await letters.templates.list(
        { organisationId: server().seed.brynmor.id, userId: '' },
        'pension_credit',
      )
      expect((await add({ ...letter(), template_s3_key: theirs?.id })).statusCode).toBe(422)
    })
  })
})

onEngine(
  'postgresql',
  'A campaign of letters on a server without LibreOffice',
  { SOFFICE_PATH: 'none', NODE_ENV: 'production' },
  (server) => {
    const tools = campaignTools(server)
    const { accepted, fetched } = letterTools(server)
    beforeAll(tools.prepareHouseholds)
    beforeEach(tools.reset)

    test('loses nothing to a worker that is slower than another, and keeps nothing of a household that is removed', async () => {
      const { database, files, campaigns: service, genuineLetters } = server().services
      const { id: key } = await accepted(exampleDocument())
      const answer = await tools.add({ channel_name: 'print_and_post', sms_template_id: null, template_s3_key: key })
      const id = z.array(campaignSchema).parse(answer.json())[0]?.id ?? 0
      const work = { campaignId: id, organisationId: server().seed.ashford.id }
      await vi.waitFor(async () => expect((await tools.detail(id)).problem).toMatch(/^LibreOffice is not installed/))
      const letter = await postableLetter()
      const making = async (during = async () => {}) => {
        const state = { isFirst: true }
        const documents = await documentsWith(async () => {
          if (state.isFirst) await during()
          state.isFirst = false
          return letter
        })
        return prepareLetters({ database, files, documents, marks: genuineLetters.marks }, work, async () => false)
      }
      const change = (changes: Partial<typeof campaigns.$inferInsert>) =>
        database.asSystem((tx) => tx.update(campaigns).set(changes).where(eq(campaigns.id, id)))
      const pack = async () => {
        const [row] = await database.asSystem((tx) => tx.select().from(printPacks).where(eq(printPacks.campaignId, id)))
        const content = await files.open(`letters/${work.organisationId}/${id}/print-pack.pdf`)
        const bytes = content ? await readWhole(content, 1e7) : Buffer.alloc(0)
        return [row?.letters, (await PDFDocument.load(bytes)).getPageCount()]
      }

      // The other has made all letters, and the campaign is prepared, before LibreOffice answers this one.
      await making(async () => {
        await making()
        await change({ preparedAt: new Date() })
      })
      expect(await filesOf(server(), id)).toEqual(['0.pdf', '1.pdf', 'print-pack.pdf'])
      expect(await pack()).toEqual([2, 2])

      await tools.changeContact('A-3', { doNotContact: true })
      await tools.move('review-campaign', id)
      expect((await tools.move('run-reviewed-campaign', id)).json()).toMatchObject({
        started: true,
        number_of_recipients: 1,
      })
      await vi.waitFor(async () => expect(await pack()).toEqual([1, 1]))
      expect(await filesOf(server(), id)).toEqual(['0.pdf', 'print-pack.pdf'])

      // The last one is removed while a pack is put together with its letter, and is in no pack when that is done.
      let isFirst = true
      const put: typeof files.put = async (packKey, content, type) => {
        const whole = content instanceof Readable ? await readWhole(content, 1e7) : content
        if (isFirst) {
          isFirst = false
          await database.forOrganisation(work.organisationId, (tx) =>
            service.sendingMoves.removeUnsent(tx, id, new Map([['A-1', 'It moved.']])),
          )
          await vi.waitFor(async () => expect((await pack())[0]).toBe(0))
        }
        return files.put(packKey, whole, type)
      }
      await withdrawLetters(
        {
          database,
          files: { ...files, put },
          documents: await documentsWith(async () => undefined),
          marks: genuineLetters.marks,
        },
        work,
      )
      expect((await pack())[0]).toBe(0)
      expect(await filesOf(server(), id)).toEqual(['print-pack.pdf'])
    })

    test('says so, cannot be reviewed or run, loses no household to a LibreOffice that makes nothing, and can be cancelled', async () => {
      const { id: key } = await accepted(exampleDocument())
      const answer = await tools.add({ channel_name: 'print_and_post', sms_template_id: null, template_s3_key: key })
      const id = z.array(campaignSchema).parse(answer.json())[0]?.id ?? 0
      await vi.waitFor(async () =>
        expect((await tools.detail(id)).problem).toMatch(/^LibreOffice is not installed on the server/),
      )
      expect((await tools.detail(id)).phase).toBe('preparing')
      expect((await tools.move('review-campaign', id)).statusCode).toBe(409)
      expect((await tools.move('run-reviewed-campaign', id)).statusCode).toBe(409)

      // A server where LibreOffice is installed and makes nothing, of letters with a name or of any.
      const { database, files, genuineLetters } = server().services
      const made = async (isLost: (text: string) => boolean) => {
        const documents = await documentsWith(async (letter) =>
          isLost(textOfPart(letter)) ? undefined : Buffer.from('%PDF'),
        )
        return prepareLetters(
          { database, files, documents, marks: genuineLetters.marks },
          { campaignId: id, organisationId: server().seed.ashford.id },
          async () => false,
        )
      }
      const outcomes = async () => (await tools.rowsOf(id)).map(({ state, reason }) => [state, reason])
      await expect(made(() => true)).rejects.toThrow('LibreOffice makes no letter at all.')
      expect(await outcomes()).toEqual([
        ['prepared', null],
        ['prepared', null],
      ])
      await made((text) => text.includes('Edna'))
      const lost = ['cannot_be_contacted', 'Its letter could not be made from its details.']
      expect(await outcomes()).toEqual([lost, lost])
      expect((await tools.move('cancel-campaign', id)).statusCode).toBe(200)
    })

    describe('its export of household references', () => {
      const exported = async (id: number, organisation: 'ashford' | 'brynmor' = 'ashford') =>
        (await tools.as('staff', organisation)).get(`/api/campaign-household-references-csv?campaign_id=${id}`)

      test('is an address, for five minutes, of a CSV that no spreadsheet runs', async () => {
        const id = await tools.prepared({ benefit_name: 'attendance_allowance' })
        await server().services.database.asSystem((tx) =>
          tx.update(recipients).set({ householdReference: '=HYPERLINK("x")' }).where(eq(recipients.campaignId, id)),
        )
        const { url } = z.object({ url: z.string() }).parse((await exported(id)).json())
        const answer = await fetched(url)
        expect(answer.body).toBe(`household_reference,status\r\n"'=HYPERLINK(""x"")",prepared\r\n`)
        expect(answer.headers['content-disposition']).toContain(`campaign-${id}-household-references.csv`)
        expect(await tools.audited('export')).toMatchObject({
          subject: `household references of campaign ${id}`,
          quantity: 1,
        })
        const now = Date.now()
        vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60_000 + 1_000)
        expect((await fetched(url)).json()).toMatchObject({ code: 'address_expired' })
      })

      test('is not for pension credit, nor for a campaign of another organisation', async () => {
        const id = await tools.prepared()
        expect((await exported(id)).json()).toMatchObject({
          detail: 'This is a pension credit campaign: export its summary instead.',
        })
        expect((await exported(id, 'brynmor')).json()).toMatchObject({ detail: 'Campaign not found' })
      })
    })
  },
)
