import { sql } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { campaigns, contacts, letterTemplates, messageSettings } from '../../src/server/db/schema'
import { readStarter, STARTERS } from '../../src/server/demo/letters/ensureStarters'
import { freezeHouseholds } from '../../src/server/modules/campaigns/campaigns/frozenList'
import { readWhole } from '../../src/server/modules/platform/files/service'
import { megabytes, type Bench, type Figure } from './bench'
import { openDoorstep } from './doorstep'

const LETTERS = 1_000
const HOUSEHOLDS = 1_000

/** A campaign of letters, from its frozen list to its print pack, by the product's own worker. */
export const lettersBench: Bench = {
  name: 'letters',
  async run(): Promise<Figure[]> {
    const { services, organisationId } = await openDoorstep(HOUSEHOLDS)
    try {
      const { database, letters, files, queue } = services
      // It says no amount, which none of these households has.
      const starter = STARTERS.find(({ benefit }) => benefit === 'free_school_meals')
      if (!starter) throw new Error('There is no starter letter.')
      await letters.uploads.add(organisationId, {
        benefit: starter.benefit,
        language: starter.code,
        givenName: 'bench.docx',
        bytes: await readStarter('northmere', starter, 'docx'),
        pdf: Buffer.from('%PDF'),
      })
      const references = Array.from({ length: LETTERS }, (_, index) => `LET-${String(index + 1).padStart(8, '0')}`)
      const { list, hash } = await freezeHouseholds(references)
      const id = await database.asSystem(async (tx) => {
        await tx.delete(campaigns)
        await tx.delete(contacts)
        await tx.delete(messageSettings)
        // What the letter asks for; without it no letter is made.
        await tx.insert(messageSettings).values({
          organisationId,
          languages: ['en'],
          phone: '01632 960 100',
          returnAddress: 'Benchmark, Town Hall, Ashford ZE9 1AA',
          privacyNotice: 'benchmark.example/privacy',
        })
        await tx.execute(sql`
          insert into contacts (organisation_id, household_reference, title, first_name, last_name, address_line_1, town, postcode)
          select ${organisationId}::uuid, 'LET-' || lpad(i::text, 8, '0'), 'Mrs', 'Edna', 'Ashworth', i || ' Harbour Street', 'Ashford', 'ZE9 1AA'
          from generate_series(1, ${LETTERS}::int) as i`)
        const [template] = await tx.select().from(letterTemplates)
        const [made] = await tx
          .insert(campaigns)
          .values({
            organisationId,
            name: 'Bench',
            benefitName: 'pension_credit',
            channel: 'print_and_post',
            snapshot: '2026-10-01',
            snapshotVersion: 'v',
            stagger: 0,
            filters: {},
            letterTemplateKey: template?.key ?? '',
            createdBy: 'Bench',
            frozenHouseholds: list,
            frozenCount: LETTERS,
            recipientsHash: hash,
            numberOfRecipients: LETTERS,
          })
          .returning({ id: campaigns.id })
        return made?.id ?? 0
      })
      const rss = process.memoryUsage().rss
      let peak = rss
      const start = performance.now()
      await queue.start()
      for (;;) {
        peak = Math.max(peak, process.memoryUsage().rss)
        const [campaign] = await database.asSystem((tx) => tx.select().from(campaigns))
        if (campaign?.preparedAt) break
        if (campaign?.problem) throw new Error(campaign.problem)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      const seconds = (performance.now() - start) / 1000
      const content = await files.open(`letters/${organisationId}/${id}/print-pack.pdf`)
      const pack = content ? await readWhole(content, 1e9) : Buffer.alloc(0)
      const pages = (await PDFDocument.load(pack)).getPageCount()
      return [
        {
          what: '1,000 letters to one print pack',
          measured: `${seconds.toFixed(0)} s (${((seconds / LETTERS) * 1000).toFixed(0)} ms a letter), ${megabytes(peak - rss)} above what it had, pack of ${megabytes(pack.length)}`,
          floor: 'reported',
        },
        {
          what: 'its pages',
          measured: `${pages} of ${LETTERS} letters of one page`,
          floor: String(LETTERS),
          holds: pages === LETTERS,
        },
      ]
    } finally {
      await services.close()
    }
  },
}
