import type { CampaignFigures } from './campaignFigures'
import { publishedArm, publishedVerdict } from './published'
import { heading, paragraph, table } from '../../../lib/pdf/parts'
import type { Sheet } from '../../../lib/pdf/sheet'

/** Small numbers hidden; nothing without a result. */
export function drawImpactOf(sheet: Sheet, campaigns: readonly Pick<CampaignFigures, 'name' | 'impact'>[]): void {
  const measured = campaigns.flatMap(({ name, impact }) => {
    const outcome = impact?.outcome
    return impact && outcome ? [{ name, impact, outcome }] : []
  })
  if (measured.length === 0) return
  heading(sheet, 'What campaigns caused')
  paragraph(
    sheet,
    'These campaigns held households out at random, and their result is there: who claims in the snapshot nearest to six months after sending (or three, where that was chosen before), whether or not a message reached them. The difference between held-out and contacted households is what a campaign caused, with an interval that holds the true figure in 95 of 100 such comparisons, as beside the rates. What it is worth is the mean award of all contacted households, nothing for those who do not claim, less that of all held out, for every contacted household and 52 weeks at today’s rates. The exact results are rounded: estimates to the nearest 5 claims and three significant figures of pounds, ends of intervals outwards.',
  )
  table<(typeof measured)[number]>(
    sheet,
    [
      { heading: 'Campaign', part: 0.22, text: ({ name }) => name },
      { heading: 'Contacted claim', part: 0.2, text: ({ outcome }) => publishedArm(outcome.contacted), isNumber: true },
      { heading: 'Held out claim', part: 0.2, text: ({ outcome }) => publishedArm(outcome.held_out), isNumber: true },
      {
        heading: 'Additional claims and awards',
        part: 0.38,
        text: ({ impact, outcome }) => publishedVerdict(impact, outcome),
        isNumber: true,
      },
    ],
    measured,
  )
}
