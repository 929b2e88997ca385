import { CAMPAIGN_TYPES, CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { basisWords } from '#contract/campaigns/lawfulBases'
import type { NamedValue } from '#contract/households/namedValues'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { heading, paragraph, table, titledPage, type Column } from '../../../lib/pdf/parts'
import { openSheet } from '../../../lib/pdf/sheet'
import type { CertificateFigures, CertificateFigure } from './figures'
import { COMMAND_PREFIX } from '../../../lib/commandLine'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const figure = new Intl.NumberFormat('en-GB')
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/London' })

interface AuditedMove {
  readonly position: number | null
  readonly at: Date
  readonly who: string
  readonly what: string
}

export interface Certificate {
  readonly organisation: string
  readonly campaign: CampaignDetail
  readonly createdAt: Date
  readonly figures: CertificateFigures
  readonly certifiedAt: Date | null
  readonly moves: readonly AuditedMove[]
  readonly head: { readonly position: number; readonly hash: string }
  readonly made: Date
}

const VALUES: readonly Column<NamedValue>[] = [
  { heading: 'What', part: 0.35, text: ({ name }) => name },
  { heading: 'Value', part: 0.65, text: ({ value }) => value },
]

const FIGURES: readonly Column<CertificateFigure>[] = [
  { heading: 'What', part: 0.75, text: ({ name }) => name },
  { heading: 'Households', part: 0.25, text: ({ households }) => figure.format(households), isNumber: true },
]

/** For auditors: A4, tagged. */
export async function drawCertificatePdf(certificate: Certificate): Promise<Buffer> {
  const { organisation, campaign, figures, certifiedAt, moves, head, made } = certificate
  const title = 'Campaign certificate'
  const sheet = await openSheet({ title, subject: `Campaign ${campaign.id}`, made })
  titledPage(sheet, title)
  paragraph(sheet, `${organisation}. Made on ${MOMENT.format(made)}, from the records as they were then.`)
  heading(sheet, 'Campaign')
  table(sheet, VALUES, listFacts(certificate))
  heading(sheet, 'Who decided')
  if (moves.length === 0) paragraph(sheet, 'The audit log has no entries on this campaign any more.')
  else {
    table<AuditedMove>(
      sheet,
      [
        { heading: 'Entry', part: 0.12, text: ({ position }) => (position === null ? '' : String(position)) },
        { heading: 'When', part: 0.3, text: ({ at }) => MOMENT.format(at) },
        { heading: 'Who', part: 0.33, text: ({ who }) => who },
        { heading: 'What', part: 0.25, text: ({ what }) => what },
      ],
      moves,
    )
  }
  heading(sheet, 'Who is on the list, and who is not')
  if (figures.excluded) table(sheet, FIGURES, figures.excluded)
  else paragraph(sheet, 'How many households each condition left out was not recorded when this list was made.')
  heading(sheet, 'What became of the list')
  if (figures.outcomes && certifiedAt) {
    paragraph(sheet, `As they were reported on ${MOMENT.format(certifiedAt)}. Every later certificate shows the same.`)
    table(sheet, FIGURES, figures.outcomes)
  } else {
    paragraph(
      sheet,
      'Not every message has been reported as delivered or failed. Certificates have these figures from then on, or from seven days after the last message was sent.',
    )
  }
  paragraph(
    sheet,
    'Figures are exact, so that they prove the list: hand this paper to nobody who may not see counts of 1 to 7 households.',
  )
  heading(sheet, 'Proof')
  table(sheet, VALUES, [
    { name: 'List fingerprint', value: inGroups(campaign.recipients_hash) },
    { name: 'Audit log at the time', value: `Entry ${head.position}` },
    { name: 'Its hash', value: inGroups(head.hash) },
  ])
  paragraph(
    sheet,
    `The list fingerprint is the SHA-256 of the references that were frozen when the campaign was sent for review, with the draw of a hold-out; when a household on the list is erased, the list gets a new fingerprint. Each entry of the audit log has a hash over itself and the one before, so that its last hash stands for the whole log; “${COMMAND_PREFIX} verify” finds what was changed, removed or inserted since.`,
  )
  return sheet.finish(`${organisation} · Campaign ${campaign.id} · ${title}`)
}

function listFacts({ campaign, createdAt }: Certificate): NamedValue[] {
  const heldOut = campaign.hold_out
  return [
    { name: 'Name', value: unescapeAngleBrackets(campaign.name) },
    { name: 'Number', value: String(campaign.id) },
    { name: 'Type', value: CAMPAIGN_TYPES[campaign.benefit_name] },
    { name: 'Channel', value: CHANNEL_WORDS[campaign.channel] },
    { name: 'Lawful basis', value: basisWords(campaign.lawful_basis) },
    { name: 'Data', value: MONTH.format(new Date(campaign.snapshot)) },
    { name: 'Created', value: `${DAY.format(createdAt)}, by ${campaign.created_by}` },
    { name: 'Sent', value: campaign.date_sent === null ? 'Not sent' : DAY.format(new Date(campaign.date_sent)) },
    { name: 'Held out at random', value: heldOut ? `${heldOut.percentage}% of the list` : 'Nobody' },
  ]
}

const inGroups = (hash: string) => hash.replace(/[0-9a-f]{8}(?=[0-9a-f])/g, '$& ')
