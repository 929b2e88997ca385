import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Postage } from '#contract/campaigns/postage'
import { inPounds } from '../../src/contract/campaigns/notifyRates'
import { campaigns, contacts, letterTemplates, messageBudgets, messageSettings } from '../../src/server/db/schema'
import { PREPARE_CAMPAIGN } from '../../src/server/modules/campaigns/campaigns/jobs'
import { freezeHouseholds } from '../../src/server/modules/campaigns/campaigns/frozenList'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { KEY, listeningSimulator, SMS_TEMPLATE } from '../server/harness/sending'
import type { Bench, Figure } from './bench'
import { openDoorstep } from './doorstep'
import { chargesOf } from './ledgerCost'

/** One in ten is a letter. `COST_MESSAGES=100` for a quick look. */
const MESSAGES = Number(process.env.COST_MESSAGES ?? 10_000)
/** Below what is sent, so that either side of the allowance counts. */
const FREE_TEXTS = Math.floor(MESSAGES * 0.4)
const HOUSEHOLDS = 1_000

const LONG =
  'Dear ((first_name)), you may be owed ((benefit)). It is worth hundreds of pounds {€} a year to many people like you, and it opens the door to help with rent, Council Tax and heating. '
const TEXTS = [
  `Dear ((first_name)) ((last_name)), you may be owed ((benefit)). Call the council on 0161 496 0000 to claim, we are glad to help you with the form.`,
  `${LONG}Call us on 0161 496 0000 between nine and five.`,
  'Annwyl ((first_name)), efallai bod ((benefit)) yn ddyledus i chi. Ffoniwch y cyngor ar 0161 496 0000: tŷ, dŵr a gwres.',
]
const LETTERS: readonly { readonly pages: number; readonly postage: Postage }[] = [
  { pages: 1, postage: 'second' },
  { pages: 3, postage: 'economy' },
]

const page = (number: number) =>
  wordParagraph(`Page ${number}: about ((household_reference))`, '<w:pPr><w:pageBreakBefore/></w:pPr>')

/**
 * Campaigns of texts and letters through the product's own worker: what each says that it costs before its run, and what
 * the ledger of the simulator comes to.
 */
export const costBench: Bench = {
  name: 'cost',
  async run(): Promise<Figure[]> {
    const simulator = await listeningSimulator({ perMinute: 1_000_000 })
    const limits = { perMinute: 60_000, burst: 1_000, textsADay: 1_000_000, lettersADay: 1_000_000 }
    const { services, organisationId, person } = await openDoorstep(
      HOUSEHOLDS,
      { NOTIFY_API_KEY: KEY, NOTIFY_SMS_TEMPLATE_ID: SMS_TEMPLATE, NOTIFY_URL: simulator.url },
      { sender: { limits } },
    )
    try {
      const { database, letters, queue, campaigns: service } = services
      await database.asSystem(async (tx) => {
        for (const table of [campaigns, contacts, letterTemplates, messageBudgets, messageSettings])
          await tx.delete(table)
        await tx.insert(messageSettings).values({
          organisationId,
          languages: ['en'],
          sendFrom: 0,
          sendUntil: 24,
          sendOnSundays: true,
        })
        await tx
          .insert(messageBudgets)
          .values({ organisationId, postage: 'second', overBudget: 'nobody', freeTexts: FREE_TEXTS })
        // Names of all lengths, with what Notify makes plain and what it keeps.
        await tx.execute(sql`
          insert into contacts (organisation_id, household_reference, title, first_name, last_name, address_line_1, town,
            postcode, mobile)
          select ${organisationId}::uuid, 'COST-' || lpad(i::text, 8, '0'), 'Mrs',
            (array['Edna', 'Siân', 'Zoë', 'Łucja', 'Bartholomew-Maximilian', 'Mŵr'])[1 + i % 6],
            (array['Ashworth', 'O’Neill', 'Featherstonehaugh-Cholmondeley', 'Núñez'])[1 + i % 4],
            i || ' Harbour Street', 'Ashford', 'ZE9 1AA', '077009001' || lpad((i % 100)::text, 2, '0')
          from generate_series(1, ${MESSAGES}::int) as i`)
      })
      await queue.start()
      let next = 1
      const made = async (households: number, message: Partial<typeof campaigns.$inferInsert>) => {
        const references = Array.from({ length: households }, (_, i) => `COST-${String(next + i).padStart(8, '0')}`)
        next += households
        const { list, hash } = await freezeHouseholds(references)
        return database.forOrganisation(organisationId, async (tx) => {
          const [row] = await tx
            .insert(campaigns)
            .values({
              organisationId,
              name: 'Bench',
              benefitName: 'pension_credit',
              channel: 'sms',
              snapshot: '2026-10-01',
              snapshotVersion: 'v',
              stagger: 0,
              filters: { filter_request_list: [], dynamic_filter_value_request_list: [] },
              createdBy: 'Bench',
              frozenHouseholds: list,
              frozenCount: households,
              recipientsHash: hash,
              numberOfRecipients: households,
              ...message,
            })
            .returning({ id: campaigns.id })
          return row?.id ?? 0
        })
      }
      const letterOf = async (pages: number): Promise<string> => {
        const body = wordParagraph('Dear ((first_name)), you may be owed ((benefit)).')
        const more = Array.from({ length: pages - 1 }, (_, index) => page(index + 2)).join('')
        const givenName = `bench-${pages}.docx`
        await letters.uploads.add(organisationId, {
          benefit: 'pension_credit',
          language: 'en',
          givenName,
          bytes: exampleDocument({ body: body + more }),
          pdf: Buffer.from('%PDF'),
        })
        const [found] = await database.asSystem((tx) =>
          tx.select({ key: letterTemplates.key }).from(letterTemplates).where(eq(letterTemplates.givenName, givenName)),
        )
        return found?.key ?? ''
      }
      const until = async (id: number, phase: 'prepared' | 'finished') => {
        for (;;) {
          const detail = await service.readDetail(person, id)
          if (detail.phase === phase) return detail
          if (detail.problem) throw new Error(detail.problem)
          await setTimeout(200)
        }
      }
      const letterCount = Math.floor(MESSAGES / 10 / LETTERS.length)
      const textCount = (MESSAGES - letterCount * LETTERS.length) / TEXTS.length
      const ids: number[] = []
      for (const [index, message] of TEXTS.entries()) {
        ids.push(await made(Math.floor(textCount * (index + 1)) - Math.floor(textCount * index), { message }))
      }
      for (const { pages, postage } of LETTERS) {
        const letterTemplateKey = await letterOf(pages)
        ids.push(await made(letterCount, { channel: 'print_and_post', letterTemplateKey, postage }))
      }
      for (const id of ids) {
        const { organisationId: of } = person
        await database.forOrganisation(of, (tx) => queue.send(tx, PREPARE_CAMPAIGN, { campaignId: id, organisationId }))
      }
      const start = performance.now()
      const rows: { said: number; ledger: number; after: number; messages: number }[] = []
      for (const id of ids) {
        await until(id, 'prepared')
        await service.lifecycle.review(person, id)
        const said = (await service.readDetail(person, id)).cost?.pence ?? Number.NaN
        const before = simulator.ledger.messages.length
        await service.lifecycle.run(person, id)
        const { cost } = await until(id, 'finished')
        const charges = chargesOf(simulator.ledger.messages, FREE_TEXTS).slice(before)
        rows.push({
          said,
          ledger: Math.round(Math.round(charges.reduce((sum, tenths) => sum + tenths, 0) * 10) / 100),
          after: cost?.pence ?? Number.NaN,
          messages: charges.length,
        })
      }
      const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
      const [said, ledger, messages] = [sum((row) => row.said), sum((row) => row.ledger), sum((row) => row.messages)]
      const apart = rows.reduce(
        (most, row) => most + Math.abs(row.said - row.ledger) + Math.abs(row.after - row.ledger),
        0,
      )
      const pages = simulator.ledger.messages.filter(({ type }) => type === 'letter')
      return [
        {
          what: `${messages.toLocaleString('en-GB')} messages, ${pages.length.toLocaleString('en-GB')} of them letters of 1 or 2 sheets, ${FREE_TEXTS.toLocaleString('en-GB')} segments free: cost said before each of ${ids.length} runs, and what arrived at the simulator`,
          measured: `said ${inPounds(said)} (${rows.map((row) => inPounds(row.said)).join(' + ')}), ledger ${inPounds(ledger)}: ${inPounds(apart)} apart; ${((performance.now() - start) / 1000).toFixed(0)} s`,
          floor: '£0.00 apart',
          holds: apart === 0 && messages === MESSAGES,
        },
      ]
    } finally {
      await services.close()
      await simulator.close()
    }
  },
}
