import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { RecipientState } from '../../src/contract/campaigns/recipients'
import { getCampaignCertificate } from '../../src/contract/campaigns/campaignExports'
import { auditHeads, campaigns, lawfulBasisSettings, recipients } from '../../src/server/db/schema'
import { textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { campaignTools } from './harness/campaigns'
import { onEngine } from './harness/server'

/* What a council shows its auditors of a campaign: by which power it wrote, and a certificate. */

const SECTION_7B = 'Public task: Social Security Administration Act 1992, section 7B'

// In production without a key nothing is ever sent, so that a campaign stays where a move put it.
onEngine('embedded', 'The proof of a campaign', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, add, detail, prepared, move, audited } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(async () => {
    await tools.reset()
    await server().services.database.asSystem((tx) => tx.delete(lawfulBasisSettings))
  })
  const set = async (default_basis: string | null, is_required: boolean) =>
    (await as('admin')).post('/api/set-lawful-basis-settings', { default_basis, is_required })
  const name = async (id: number, lawful_basis: string) =>
    (await as('viewer')).post(`/api/set-campaign-lawful-basis?campaign_id=${id}`, { lawful_basis })
  const certificate = async (id: number) => (await as('viewer')).get(`/api/campaign-certificate?campaign_id=${id}`)

  test('a campaign has the basis that was chosen, else the organisation’s, else none', async () => {
    expect(await detail(await prepared())).toMatchObject({ lawful_basis: null })
    expect((await set('social_security_7b', false)).statusCode).toBe(200)
    expect(await audited('lawful_basis')).toMatchObject({ subject: `${SECTION_7B}, not required` })
    const id = await prepared()
    expect(await detail(id)).toMatchObject({ lawful_basis: 'social_security_7b' })
    expect(await audited('campaign')).toMatchObject({ subject: `campaign ${id} (sms), ${SECTION_7B}` })
    expect(await detail(await prepared({ lawful_basis: 'consent' }))).toMatchObject({ lawful_basis: 'consent' })
    expect((await add({ lawful_basis: 'because' })).statusCode).toBe(422)
    expect((await (await as('other', 'brynmor')).get('/api/lawful-basis-settings')).json()).toEqual({
      default_basis: null,
      is_required: false,
    })
  })

  test('where one is required none is made, reviewed or run without; what was run keeps its own', async () => {
    const [unreviewed, reviewed] = [await prepared(), await prepared()]
    await move('review-campaign', reviewed)
    await set(null, true)
    expect((await add()).json()).toMatchObject({
      fields: {
        'campaign_request.lawful_basis': 'Choose the lawful basis of this campaign: your organisation requires one.',
      },
    })
    for (const [id, step] of [
      [unreviewed, 'review-campaign'],
      [reviewed, 'run-reviewed-campaign'],
    ] as const) {
      expect((await move(step, id)).json()).toMatchObject({ code: 'no_lawful_basis' })
      expect((await name(id, 'other_power')).statusCode).toBe(200)
      expect((await move(step, id)).statusCode).toBe(200)
    }
    expect(await audited('lawful_basis')).toMatchObject({
      subject: `campaign ${reviewed} (sms), Public task: another power of the council`,
    })
    expect((await name(reviewed, 'consent')).json()).toMatchObject({ code: 'campaign_state' })
    expect(await detail(reviewed)).toMatchObject({ lawful_basis: 'other_power' })
  })

  test('a certificate says who decided, who is not on the list and why, and where the audit log ended', async () => {
    const id = await prepared({ lawful_basis: 'social_security_7b' })
    expect((await certificate(id)).json()).toMatchObject({ code: 'not_sent' })
    await move('review-campaign', id)
    await move('run-reviewed-campaign', id)
    const sentAt = new Date()
    const becomes = (state: RecipientState) =>
      server().services.database.asSystem(async (tx) => {
        await tx.update(recipients).set({ state, sentAt }).where(eq(recipients.campaignId, id))
        const sent = { status: 'Complete', sentAt, completedAt: sentAt } as const
        await tx.update(campaigns).set(sent).where(eq(campaigns.id, id))
      })
    const textOf = async (url: string) => {
      const { pathname, search } = new URL(url, server().origin)
      const file = await (await as('viewer')).get(pathname + search)
      expect(file.headers['content-type']).toBe('application/pdf')
      return (await textOfPdf(file.rawPayload)).join(' ').replace(/\s+/g, ' ')
    }
    const made = async () => getCampaignCertificate.reply.parse((await certificate(id)).json())
    // Before every message is reported there are no figures of deliveries.
    await becomes('sending')
    const early = await textOf((await made()).url)
    expect(early).toContain('Do-not-contact 1')
    expect(early).not.toContain('Messages sent or tried')
    await becomes('delivered')
    const { url } = getCampaignCertificate.reply.parse((await certificate(id)).json())
    const [head] = await server().services.database.asSystem((tx) =>
      tx.select().from(auditHeads).where(eq(auditHeads.organisationId, server().seed.ashford.id)),
    )
    expect(await audited('export')).toMatchObject({
      subject: `certificate of campaign ${id}`,
      position: head?.position,
    })
    const text = await textOf(url)
    const { recipients_hash: fingerprint } = await detail(id)
    const inGroups = (hash: string) => hash.replace(/[0-9a-f]{8}(?=[0-9a-f])/g, '$& ')
    for (const part of [
      `Lawful basis ${SECTION_7B}`,
      'staff@provider.example Reviewed a campaign',
      'staff@provider.example Sent a campaign',
      /The benefit does not fit \d/,
      /No number or address for the channel \d/,
      'Do-not-contact 1',
      `On the list ${(await detail(id)).frozen_count} `,
      `Delivered ${(await detail(id)).frozen_count} `,
      `List fingerprint ${inGroups(fingerprint)}`,
      `Audit log at the time Entry ${head?.position} Its hash ${inGroups(head?.hash ?? '')}`,
    ]) {
      expect(text).toMatch(part)
    }
    expect(text).not.toMatch(/A-1|Edna|07700/)
    // Later certificates show the same, whatever is reported since.
    await becomes('returned')
    expect(await textOf((await made()).url)).toContain(`Delivered ${(await detail(id)).frozen_count} `)
    // Of a version that kept no conditions.
    await server().services.database.asSystem((tx) => tx.update(campaigns).set({ waterfall: null, lawfulBasis: null }))
    expect((await certificate(id)).statusCode).toBe(200)
  })
})
