import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { simulatedMessages } from '../../src/server/db/schema'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { campaignTools } from './harness/campaigns'
import { letterTools } from './harness/letters'
import { withLibreOffice } from './harness/libreOffice'
import { onEngine } from './harness/server'

withLibreOffice('sending a campaign of letters', () => {
  onEngine('postgresql', 'Sending a campaign of letters', {}, (server) => {
    const tools = campaignTools(server)
    const { detail, prepared, move, rowsOf } = tools
    const { offered } = letterTools(server)
    beforeAll(tools.prepareHouseholds)
    beforeEach(tools.reset)

    test('each household gets its letter once, as a PDF that Notify accepts, and the campaign learns that it was posted', async () => {
      const { key: template } = await offered(exampleDocument({ body: wordParagraph('Dear ((first_name)),') }))
      const id = await prepared({ channel_name: 'print_and_post', sms_template_id: null, template_s3_key: template })
      await move('review-campaign', id)
      expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ started: true, status: 'sent to api' })
      const { number_of_recipients: households } = await detail(id)
      expect(households).toBeGreaterThan(0)
      await vi.waitFor(
        async () =>
          expect(await detail(id)).toMatchObject({
            status: 'Complete',
            problem: null,
            recipients: { delivered: households },
          }),
        { interval: 100 },
      )
      const sent = await server().services.database.asSystem((tx) => tx.select().from(simulatedMessages))
      const rows = (await rowsOf(id)).filter(({ state }) => state === 'delivered')
      expect(sent.map(({ type, reference, pages, status }) => [type, reference, pages, status]).toSorted()).toEqual(
        rows.map(({ reference }) => ['letter', reference, 1, 'received']).toSorted(),
      )
    })
  })
})
