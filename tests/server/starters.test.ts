import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { findNamedBenefits } from '../../src/contract/campaigns/namedBenefits'
import { READING_AGE_AIM, readingAge } from '../../src/contract/campaigns/plainEnglish'
import { sentText } from '../../src/contract/campaigns/textMessage'
import { findLibreOffice } from '../../src/server/clients/libreOffice'
import { letterTemplates, organisations, textTemplates } from '../../src/server/db/schema'
import { COUNCILS } from '../../src/server/demo/authorities/councils'
import { ensureStarters, readStarter, STARTERS } from '../../src/server/demo/letters/ensureStarters'
import { checkLetter } from '../../src/server/modules/campaigns/letters/pdf/letterRules'
import { textOfPart, textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { readLetterDocument } from '../../src/server/modules/campaigns/letters/word/letterDocument'
import { convertDocuments, withLibreOffice } from './harness/libreOffice'
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
  for (const { sms } of STARTERS) expect(sentText(sms).segments).toBeLessThanOrEqual(5)
})

const PARTS = ['header1', 'document', 'footer1'].map((part) => `word/${part}.xml`)
const COUNCIL_SLUGS = COUNCILS.map(({ slug }) => slug)
const OF_EACH_COUNCIL = COUNCIL_SLUGS.flatMap((council) => STARTERS.map((starter) => ({ council, ...starter })))

test.each(OF_EACH_COUNCIL)(
  'the preview of $benefit in $language of $council says what the letter does',
  async ({ council, ...starter }) => {
    const letter = await readStarter(council, starter, 'docx')
    const text = (await textOfPdf(await readStarter(council, starter, 'pdf'))).join(' ')
    const lines = PARTS.flatMap((part) => textOfPart(letter, part).split('\n'))
    expect(lines.length).toBeGreaterThan(10)
    for (const line of lines) expect(plain(text)).toContain(plain(line))
  },
)

test.each(OF_EACH_COUNCIL)(
  'the text and the letter on $benefit in $language of $council never promise the most that somebody may get',
  async ({ council, ...starter }) => {
    const letter = textOfPart(await readStarter(council, starter, 'docx'), 'word/document.xml')
    for (const words of [starter.sms, letter]) {
      expect(words).not.toMatch(/up to|hyd at/i)
      expect(words.match(/\S+ \S+ \(\(amount\)\)/)?.[0] ?? 'at least').toMatch(/at least|about|o leiaf|tua/)
    }
  },
)

test.each(STARTERS)(
  'the letter on $benefit in $language says the same for each council, under its own logo and in its own colour',
  async (starter) => {
    const letters = await Promise.all(COUNCIL_SLUGS.map((council) => readStarter(council, starter, 'docx')))
    const each = letters.map((letter) => {
      const files = unzipSync(letter)
      const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
      return {
        words: PARTS.map((part) => textOfPart(letter, part)),
        logo: strFromU8(files['word/media/logo.png'] ?? new Uint8Array(), true),
        colours: ['word/header1.xml', 'word/styles.xml'].map((name) => /w:color w:val="(\w+)"/.exec(text(name))?.[1]),
      }
    })
    expect(new Set(each.map(({ words }) => JSON.stringify(words))).size).toBe(1)
    expect(new Set(each.map(({ logo }) => logo)).size).toBe(COUNCILS.length)
    for (const { logo, colours } of each) {
      expect(logo.slice(1, 4)).toBe('PNG')
      expect([colours[0], new Set(colours).size]).toEqual([expect.any(String), 1])
    }
    expect(new Set(each.map(({ colours }) => colours[0])).size).toBe(COUNCILS.length)
  },
)

onEngine('postgresql', 'The demo’s starter templates', { SOFFICE_PATH: 'none' }, (server) => {
  test('are there after a start, once, with their previews; of other organisations none', async () => {
    const { services } = server()
    const all = () =>
      services.database.asSystem(async (tx) => ({
        sms: await tx.select().from(textTemplates),
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
    // Nobody is asked to read more than GOV.UK asks for.
    const ages = [
      ...made.letters.map(({ language, readingAge: age }) => [language, age] as const),
      ...made.sms.map(({ language, template }) => [language, readingAge(template)] as const),
    ].filter(([language]) => language === 'en')
    expect(ages.map(([, age]) => age !== null && age <= READING_AGE_AIM)).toEqual(Array(8).fill(true))
    expect(made.letters.filter(({ isWebAlone }) => isWebAlone)).toEqual([])
    // Each names its own benefit.
    expect(
      made.letters.filter(({ benefitName, namedBenefits: names }) => !names.some((name) => name === benefitName)),
    ).toEqual([])
    expect(
      made.sms.filter(({ benefitName, template }) => !findNamedBenefits(template).some((name) => name === benefitName)),
    ).toEqual([])
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
      amount: '£108.55',
      date: '24 September 2026',
      dyddiad: '24 Medi 2026',
      phone: '01632 960 100',
      return_address: 'Northmere Borough Council, Town Hall, Market Square, Northmere ZE60 1AA',
      privacy_notice: 'northmere.example/privacy',
    }
    const lines = Object.fromEntries(
      [1, 2, 3, 4, 5].map((line) => [`address_line_${line}`, `Line ${line} of the address`]),
    )
    const starters = await Promise.all(
      OF_EACH_COUNCIL.map(({ council, ...starter }) => readStarter(council, starter, 'docx')),
    )
    const letters = starters.flatMap((starter) => {
      const document = readLetterDocument(starter)
      return [
        document.fill({ ...values, ...lines }),
        document.fill({ ...values, title: '', address_line_1: '1 High Street', address_line_2: 'Northmere' }),
      ]
    })
    const pdfs = office ? await convertDocuments(office, letters) : []
    expect(pdfs).toHaveLength(32)
    for (const pdf of pdfs) expect(await checkLetter(pdf ?? Buffer.alloc(0))).toEqual({ pages: 1, faults: [] })
  })
})
