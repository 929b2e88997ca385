/** What crash.slow.test.ts proves for text messages, for letters, whose making has more to lose: LibreOffice at work, files, the print pack. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/server/db/database'
import { campaigns, letterTemplates, printPacks, recipients } from '../../src/server/db/schema'
import { readWhole } from '../../src/server/modules/platform/files/service'
import { exampleDocument, wordParagraph, textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import type { Services } from '../../src/server/services'
import { addFrozen } from './frozenCampaign'
import { freshPostgres } from './harness/engines'
import { WITH_LIBRE_OFFICE, withLibreOffice } from './harness/libreOffice'
import { startProcess, withServices } from './harness/process'
import { seed } from './harness/seed'
import { KEY, listeningSimulator, SMS_TEMPLATE, statesOf } from './harness/sending'

const HOUSEHOLDS = 12

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

withLibreOffice('a server killed with -9 while it makes and sends letters', () => {
  test('leaves no household out and writes to none twice', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-crash-'))
    closing.push(() => rm(dataFolder, { recursive: true, force: true }))
    const { url, drop } = await freshPostgres()
    closing.push(drop)
    const sender: { child?: ChildProcess } = {}
    let arrived = 0
    const notify = await listeningSimulator({
      fault: ({ isSending }) => {
        // While letters are on their way there: they are taken all the same, and nobody hears the answer.
        if (isSending && ++arrived === 3) sender.child?.kill('SIGKILL')
        return undefined
      },
    })
    closing.push(() => notify.close())
    const database = await openDatabase({ url })
    closing.push(() => database.close())
    const { ashford, people } = await seed(database)

    // In production without a key nothing is sent, so that what is made can be looked at first.
    const making = { NODE_ENV: 'production', DATABASE_URL: url, DOORSTEP_DATA: dataFolder, ...WITH_LIBRE_OFFICE }
    const times = { claimMs: 4_000, callMs: 1_500 }
    const limits = { perMinute: 3_000, burst: 20, textsADay: 1_000, lettersADay: 1_000 }
    const sending = { ...making, NOTIFY_API_KEY: KEY, NOTIFY_SMS_TEMPLATE_ID: SMS_TEMPLATE, NOTIFY_URL: notify.url }
    const start = (...server: Parameters<typeof startProcess>) => {
      const child = startProcess(...server)
      closing.push(async () => child.kill('SIGKILL'))
      return child
    }
    const afterCrash = (environment: Record<string, string>, work: (services: Services) => Promise<void>) =>
      withServices(environment, { sender: { times, limits } }, work)

    const pageTwo = wordParagraph('About ((household_reference))', '<w:pPr><w:pageBreakBefore/></w:pPr>')
    await afterCrash(making, async ({ letters }) => {
      await letters.uploads.add(ashford.id, {
        benefit: 'pension_credit',
        language: 'en',
        givenName: 'letter.docx',
        bytes: exampleDocument({ body: wordParagraph('Page one') + pageTwo }),
        pdf: Buffer.from('%PDF'),
      })
    })
    const [template] = await database.asSystem((tx) => tx.select().from(letterTemplates))
    const id = await addFrozen(database, ashford.id, HOUSEHOLDS, {
      channel: 'print_and_post',
      message: null,
      letterTemplateKey: template?.key ?? '',
    })
    const work = { campaignId: id, organisationId: ashford.id }
    const stored = () => readdir(join(dataFolder, 'files', 'letters', ashford.id, String(id))).catch(() => [])
    const pack = async () =>
      (await database.asSystem((tx) => tx.select().from(printPacks).where(eq(printPacks.campaignId, id))))[0]

    // LibreOffice at work · some letters stored, which the records do not say · in the middle of the print pack.
    const moments = [
      { dieAt: 'convert', then: { letters: 0, noted: undefined } },
      { dieAt: 'put 7.pdf', then: { letters: 8, noted: undefined } },
      { dieAt: 'open 5.pdf', then: { letters: HOUSEHOLDS, noted: HOUSEHOLDS } },
    ]
    for (const { dieAt, then } of moments) {
      const worker = start('lettersWorker', { ...making, DIE_AT: dieAt })
      await once(worker, 'exit')
      const letters = (await stored()).filter((name) => /^\d+\.pdf$/.test(name)).length
      const { nextPosition, madeAt = null } = (await pack()) ?? {}
      expect({ signal: worker.signalCode, letters, noted: nextPosition, madeAt }).toEqual({
        signal: 'SIGKILL',
        ...then,
        madeAt: null,
      })
    }

    await afterCrash(making, async ({ queue, files, campaigns: service }) => {
      await queue.start()
      await vi.waitFor(async () => {
        const [campaign] = await database.asSystem((tx) => tx.select().from(campaigns).where(eq(campaigns.id, id)))
        expect(campaign?.preparedAt).not.toBeNull()
      })
      const rows = await database.asSystem((tx) =>
        tx.select().from(recipients).where(eq(recipients.campaignId, id)).orderBy(recipients.position),
      )
      expect(rows.filter(({ position, state }, index) => position === index && state === 'prepared')).toHaveLength(
        HOUSEHOLDS,
      )
      expect(await pack()).toMatchObject({ letters: HOUSEHOLDS, pages: 2 * HOUSEHOLDS })
      // Nothing half made is among the letters, where nobody would ever remove it.
      expect((await stored()).sort()).toEqual(
        [...rows.map(({ position }) => `${position}.pdf`), 'print-pack.pdf'].sort(),
      )
      const content = await files.open(`letters/${ashford.id}/${id}/print-pack.pdf`)
      const bytes = content ? await readWhole(content, 1e8) : Buffer.alloc(0)
      expect((await PDFDocument.load(bytes)).getPageCount()).toBe(2 * HOUSEHOLDS)
      const about = (await textOfPdf(bytes)).flatMap((page) => /About (A-\d+)/.exec(page)?.[1] ?? [])
      expect(about).toEqual(rows.map(({ householdReference }) => householdReference))

      const { staff } = people
      const person = {
        sessionId: '',
        userId: staff.id,
        email: staff.email,
        role: staff.role,
        organisationId: ashford.id,
        campaignsEnabled: true,
        actor: { role: staff.role, organisationId: null },
      }
      await service.lifecycle.review(person, id)
      expect(await service.lifecycle.run(person, id)).toMatchObject({ started: true })
    })

    sender.child = start('worker', { ...sending, SENDING: JSON.stringify({ times, limits }) })
    await once(sender.child, 'exit')
    // Killed in the middle, else the test says nothing.
    expect(notify.ledger.messages.length).toBeLessThan(HOUSEHOLDS)
    await afterCrash(sending, async ({ queue }) => {
      await queue.start()
      await vi.waitFor(async () => expect((await statesOf(database, work)).status).toBe('Complete'))
    })
    expect([notify.ledger.messages.length, notify.timesTaken()]).toEqual([HOUSEHOLDS, [1]])
    expect(notify.ledger.messages.every(({ pages }) => pages === 2)).toBe(true)
  })
})
