import type { RepliesService } from '../../modules/campaigns/replies/service'

const HOUR_MS = 60 * 60 * 1000

/** From numbers that the demo wrote to. Ids make them idempotent. */
const TEXTS = [
  {
    id: '5d0c1f66-8f0e-4c53-9b1a-1f5d6a2e7c01',
    source_number: '447700900221',
    message: 'Is this real? I get a small pension from work, would that count?',
    hoursAgo: 50,
  },
  {
    id: '5d0c1f66-8f0e-4c53-9b1a-1f5d6a2e7c02',
    source_number: '447700900113',
    message: 'Please can somebody ring me, I need help with the form. Mornings are best.',
    hoursAgo: 26,
  },
  { id: '5d0c1f66-8f0e-4c53-9b1a-1f5d6a2e7c03', source_number: '447700900035', message: 'STOP', hoursAgo: 5 },
]

/** As if GOV.UK Notify had just brought them. */
export async function receiveDemoTexts(
  texts: Pick<RepliesService['texts'], 'receive'>,
  organisationId: string,
): Promise<void> {
  for (const { hoursAgo, ...text } of TEXTS) {
    const date_received = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString()
    await texts.receive({ ...text, date_received }, organisationId)
  }
}
