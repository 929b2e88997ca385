import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { campaignSchema } from '../../src/contract/campaigns/campaigns'
import { campaigns, printPacks, recipients } from '../../src/server/db/schema'
import { createCampaignLetters } from '../../src/server/modules/campaigns/letters/campaignLetters'
import { LETTER_LIMIT_BYTES } from '../../src/server/modules/campaigns/letters/documents/messages'
import { prepareLetters, withdrawLetters } from '../../src/server/modules/campaigns/letters/prepare'
import {
  exampleDocument,
  textOfPart,
  textOfPdf,
  wordParagraph,
} from '../../src/server/modules/campaigns/letters/testing/documents'
import { readWhole } from '../../src/server/modules/platform/files/service'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { letterTools, postableLetter } from './harness/letters'
import { documentsWith } from './harness/libreOffice'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

const HOUSEHOLDS = Array.from({ length: 8 }, (_, index) => `L-${index}`)
const DOCUMENT = exampleDocument({ body: wordParagraph('About ((household_reference))') })
const WITHOUT_OFFICE = { SOFFICE_PATH: 'none', NODE_ENV: 'production' }

onEngine('embedded', 'Letters whose files or households go astray', WITHOUT_OFFICE, (server) => {
  const tools = campaignTools(server)
  const { accepted } = letterTools(server)
  beforeAll(async () => {
    const rows = HOUSEHOLDS.map((one) => ({ household_reference: one, pension_credit: 'eligible_not_claiming' }))
    await importHouseholds(server(), 'ashford', rows)
    await addContacts(
      server(),
      'ashford',
      HOUSEHOLDS.map((one) => exampleContact(one)),
    )
  })

  /** A campaign to some households, whose letters something else than LibreOffice makes. */
  async function letterCampaign(...to: readonly string[]) {
    const { services, seed } = server()
    const { database, files, genuineLetters, audit, needToKnow } = services
    const { id: key } = await accepted(DOCUMENT)
    const answer = await tools.add(
      { channel_name: 'print_and_post', sms_template_id: null, template_s3_key: key },
      selected({}, { household_references: to }),
    )
    const id = z.array(campaignSchema).parse(answer.json())[0]?.id ?? 0
    const work = { campaignId: id, organisationId: seed.ashford.id }
    await vi.waitFor(async () => expect((await tools.detail(id)).problem).toMatch(/^LibreOffice is not installed/))
    const office = { during: async (_reference: string) => {} }
    const documents = await documentsWith(async (letter) => {
      const [, reference = ''] = /About (L-\d)/.exec(textOfPart(letter)) ?? []
      await office.during(reference)
      return postableLetter(`About ${reference}`)
    })
    const deps = { database, files, documents, marks: genuineLetters.marks, audit, needToKnow }
    const fileOf = (name: string) => `letters/${work.organisationId}/${id}/${name}.pdf`
    const read = async (name: string) => {
      const content = await files.open(fileOf(name))
      return content && readWhole(content, 1e7)
    }
    const householdsOf = async (pdf: Buffer | undefined) =>
      pdf && (await textOfPdf(pdf)).map((page) => /About (L-\d)/.exec(page)?.[1])
    const change = (changes: Partial<typeof recipients.$inferInsert>) =>
      database.asSystem((tx) => tx.update(recipients).set(changes).where(eq(recipients.campaignId, id)))
    return {
      id,
      work,
      deps,
      office,
      change,
      prepare: () => prepareLetters(deps, work, async () => false),
      /** As once it is prepared, which the server itself cannot. */
      settle: () =>
        database.asSystem((tx) =>
          tx.update(campaigns).set({ preparedAt: new Date(), status: 'Awaiting approval' }).where(eq(campaigns.id, id)),
        ),
      whole: () => read('0'),
      spoil: (content: Buffer) => files.put(fileOf('0'), content, 'application/pdf'),
      lose: () => files.remove(fileOf('0')),
      letter: async (reference: string) => householdsOf(await createCampaignLetters(deps).pdf(work, reference)),
      inPack: async () => householdsOf(await read('print-pack')),
      packRow: async () =>
        (await database.asSystem((tx) => tx.select().from(printPacks).where(eq(printPacks.campaignId, id))))[0],
      rowOf: async (reference: RegExp) =>
        (await tools.rowsOf(id)).find(({ householdReference }) => reference.test(householdReference)),
    }
  }

  const erase = async (household_reference: string) =>
    expect(await (await tools.as('admin')).post('/api/erase-household', { household_reference })).toMatchObject({
      statusCode: 200,
    })

  test('a file that is longer than any letter is no letter: it is made again, and once sent keeps its code', async () => {
    const { prepare, whole, spoil, letter, inPack, change, rowOf } = await letterCampaign('L-0', 'L-1')
    await prepare()
    const tooLong = Buffer.alloc(LETTER_LIMIT_BYTES + 1)
    await spoil(tooLong)
    expect(await letter('L-0')).toEqual(['L-0'])
    expect(await whole()).not.toEqual(tooLong)
    expect(await inPack()).toEqual(['L-0', 'L-1'])
    // By a key of before; what was posted has it.
    const letterCodeHash = 'before'
    await change({ state: 'delivered', sentAt: new Date(), letterCodeHash })
    await spoil(tooLong)
    await letter('L-0')
    expect(await rowOf(/L-0/)).toMatchObject({ letterCodeHash })
  })

  test('nothing is noted of a letter whose household is erased while it is made', async () => {
    const { prepare, office, rowOf } = await letterCampaign('L-2', 'L-3')
    office.during = async (reference) => {
      if (reference === 'L-3') await erase('L-2')
    }
    await prepare()
    const nothing = { letterCodeHash: null, letterDigest: null, units: null }
    expect(await rowOf(/^erased/)).toMatchObject({ state: 'removed', ...nothing })
    expect(await rowOf(/L-3/)).toMatchObject({ state: 'prepared', letterCodeHash: expect.any(String) as string })
  })

  test('no print pack with an erased household is kept for want of another letter', async () => {
    const { id, prepare, settle, office, inPack, lose, deps, work, packRow } = await letterCampaign('L-4', 'L-5')
    await prepare()
    await settle()
    await lose()
    office.during = async () => {
      throw new Error('LibreOffice fails.')
    }
    await erase('L-5')
    await expect(withdrawLetters(deps, work)).rejects.toThrow()
    expect(await inPack()).toBeUndefined()
    const answer = await (await tools.as('staff', 'ashford')).get(`/api/campaign-print-pack?campaign_id=${id}`)
    expect(answer.json()).toMatchObject({ code: 'campaign_state' })
    office.during = async () => {}
    await withdrawLetters(deps, work)
    expect(await inPack()).toEqual(['L-4'])
    expect(await packRow()).toMatchObject({ letters: 1, madeAt: expect.any(Date) as Date })
  })

  test('a print pack holds nobody who was erased while it was put together, though the letter had gone out', async () => {
    const { prepare, settle, change, inPack, deps, work, packRow } = await letterCampaign('L-6', 'L-7')
    await prepare()
    await settle()
    await change({ state: 'delivered', sentAt: new Date() })
    let isFirst = true
    const put: typeof deps.files.put = async (key, content, type) => {
      const whole = content instanceof Readable ? await readWhole(content, 1e7) : content
      if (isFirst) {
        isFirst = false
        await erase('L-6')
        // The server makes one of its own, which this one replaces.
        await vi.waitFor(async () => expect(await packRow()).toMatchObject({ letters: 1 }))
      }
      return deps.files.put(key, whole, type)
    }
    await withdrawLetters({ ...deps, files: { ...deps.files, put } }, work)
    expect(await inPack()).toEqual(['L-7'])
  })
})
