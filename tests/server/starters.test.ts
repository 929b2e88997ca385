import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { textMessageSize } from '../../src/contract/textMessage'
import { convertDocuments, findLibreOffice } from '../../src/server/clients/libreOffice'
import { letterTemplates, organisations, smsTemplates } from '../../src/server/db/schema'
import { ensureStarters, previewName, PREVIEWS } from '../../src/server/demo/letters/ensureStarters'
import { letterOf, STARTERS } from '../../src/server/demo/letters/starters'
import { wordDocument } from '../../src/server/demo/letters/wordDocument'
import { checkLetter } from '../../src/server/modules/letters/pdf/letterRules'
import { textOfPdf } from '../../src/server/modules/letters/testing/documents'
import { readLetterDocument } from '../../src/server/modules/letters/word/letterDocument'
import { withLibreOffice } from './harness/libreOffice'
import { onEngine } from './harness/server'

const plain = (text: string) => text.replace(/[\s•]+/g, ' ')

test('there is a text and a letter for each benefit in each language', () => {
  const benefits = ['attendance_allowance', 'free_school_meals', 'healthy_start', 'pension_credit']
  for (const language of ['en-GB', 'cy-GB']) {
    expect(
      STARTERS.filter((starter) => starter.language === language)
        .map(({ benefit }) => benefit)
        .sort(),
    ).toEqual(benefits)
  }
  for (const { sms } of STARTERS) expect(textMessageSize(sms).segments).toBeLessThanOrEqual(5)
})

test.each(STARTERS)('the preview of $benefit in $language says what the letter does', async (starter) => {
  const pdf = await readFile(join(PREVIEWS, previewName(starter)))
  const text = (await textOfPdf(pdf)).join(' ')
  const { letterhead, address, text: lines, footer } = letterOf(starter)
  for (const line of [...letterhead, ...address, ...lines, footer])
    expect(plain(text)).toContain(plain(line.replace(/^[#-] /, '')))
})

onEngine('postgresql', 'The demo’s starter templates', { SOFFICE_PATH: 'none' }, (server) => {
  test('are there after a start, once, with their previews; of other organisations none', async () => {
    const { services } = server()
    const all = () =>
      services.database.asSystem(async (tx) => ({
        sms: await tx.select().from(smsTemplates),
        letters: await tx.select().from(letterTemplates).orderBy(letterTemplates.key),
      }))
    await ensureStarters(services)
    expect(await all()).toEqual({ sms: [], letters: [] })
    await services.database.asSystem((tx) =>
      tx.update(organisations).set({ isDemo: true, slug: 'northmere' }).where(eq(organisations.slug, 'ashford')),
    )
    await ensureStarters({ ...services, config: { demoData: false } })
    expect((await all()).letters).toEqual([])
    await ensureStarters(services)
    const made = await all()
    expect([made.sms.length, made.letters.length, made.letters.every(({ hasPdf }) => hasPdf)]).toEqual([8, 8, true])
    await ensureStarters(services)
    expect(await all()).toEqual(made)
  })
})

withLibreOffice('the demo’s letters as GOV.UK Notify wants them', () => {
  test('each of them, with the longest address', async () => {
    const office = await findLibreOffice(process.env.SOFFICE_PATH)
    const values = {
      title: 'Mrs',
      first_name: 'Margaret',
      last_name: 'Featherstonehaugh',
      postcode: 'ZE60 1AA',
      organisation: 'Northmere Borough Council',
      household_reference: 'NM-1',
    }
    const lines = Object.fromEntries(
      [1, 2, 3, 4, 5].map((line) => [`address_line_${line}`, `Line ${line} of the address`]),
    )
    const letters = STARTERS.flatMap((starter) => {
      const document = readLetterDocument(wordDocument(letterOf(starter)))
      return [
        document.fill({ ...values, ...lines }),
        document.fill({ ...values, title: '', address_line_1: '1 High Street', address_line_2: 'Northmere' }),
      ]
    })
    const pdfs = office ? await convertDocuments(office, letters) : []
    expect(pdfs).toHaveLength(16)
    for (const pdf of pdfs) expect(await checkLetter(pdf ?? Buffer.alloc(0))).toEqual({ pages: 1, fault: undefined })
  })
})
