import { CAMPAIGN_TYPES, CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { fromInWords } from '#contract/campaigns/receivedTexts'
import { REPLY_WORDS } from '#contract/campaigns/replyWords'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import type { HouseholdFile } from '#contract/data-protection/householdRights'
import { NAMED_IN_WORDS } from '#contract/households/namedIn'
import type { NamedValue } from '#contract/households/namedValues'
import { heading, paragraph, table, titledPage, type Column } from '../../../lib/pdf/parts'
import { openSheet } from '../../../lib/pdf/sheet'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })

const VALUES: readonly Column<NamedValue>[] = [
  { heading: 'What', part: 0.4, text: ({ name }) => name },
  { heading: 'Value', part: 0.6, text: ({ value }) => value },
]

/** What is held on a household, for a person to read: A4, tagged. */
export async function subjectAccessPdf(file: HouseholdFile, made: Date): Promise<Buffer> {
  const title = 'What we hold about your household'
  const sheet = await openSheet({ title, subject: 'Subject access', made })
  const section = <Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]) => {
    heading(sheet, name)
    if (rows.length === 0) paragraph(sheet, 'None.')
    else table(sheet, columns, rows)
  }
  titledPage(sheet, title)
  paragraph(sheet, `Household ${file.household_reference}. Made on ${MOMENT.format(made)}.`)
  section('Name and address', VALUES, file.contact ?? [])
  if (file.correction) {
    section('Corrected by the council', VALUES, file.correction.corrected)
    section('What the data say there', VALUES, file.correction.imported)
  }
  for (const { month, values } of file.months) section(`Data of ${MONTH.format(new Date(month))}`, VALUES, values)
  heading(sheet, 'Campaigns')
  const campaigns = file.campaigns ?? []
  if (campaigns.length === 0) paragraph(sheet, 'None.')
  for (const campaign of campaigns) table(sheet, VALUES, describeCampaign(campaign))
  if (file.help) {
    const { asked_at: asked, note, call_back_on: callBackOn, helped_at: helped } = file.help
    section('Help to claim', VALUES, [
      { name: 'Asked', value: MOMENT.format(new Date(asked)) },
      { name: 'Note', value: note === '' ? 'None' : note },
      ...(callBackOn === null ? [] : [{ name: 'To be called back on', value: DAY.format(new Date(callBackOn)) }]),
      ...(helped === null ? [] : [{ name: 'Done', value: MOMENT.format(new Date(helped)) }]),
    ])
  }
  if (file.texts) {
    section(
      'Texts that came in',
      [
        { heading: 'When', part: 0.25, text: ({ received_at: at }) => MOMENT.format(new Date(at)) },
        { heading: 'From', part: 0.25, text: fromInWords },
        { heading: 'Text', part: 0.5, text: ({ message }) => message },
      ],
      file.texts,
    )
  }
  section(
    'Visits',
    [
      { heading: 'When', part: 0.3, text: ({ at }) => MOMENT.format(new Date(at)) },
      { heading: 'What came of it', part: 0.2, text: ({ outcome }) => VISIT_OUTCOME_WORDS[outcome] },
      { heading: 'Call again on', part: 0.15, text: ({ call_again_on: day }) => day ?? '' },
      { heading: 'Note', part: 0.35, text: ({ note }) => note },
    ],
    file.visits,
  )
  section(
    'Visit rounds',
    [{ heading: 'Taken along on', part: 1, text: ({ loaded_at: at }) => MOMENT.format(new Date(at)) }],
    file.rounds,
  )
  section(
    'Where its reference is named',
    [
      { heading: 'In', part: 0.4, text: ({ what }) => NAMED_IN_WORDS[what] },
      { heading: 'Name', part: 0.3, text: ({ name }) => name },
      { heading: 'Made', part: 0.3, text: ({ at }) => MOMENT.format(new Date(at)) },
    ],
    file.named_in,
  )
  section(
    'Do-not-contact',
    [
      { heading: 'Of', part: 0.3, text: (mark) => `The ${mark.of}` },
      { heading: 'Why', part: 0.3, text: ({ reason }) => reason.replace('_', ' ') },
      { heading: 'When', part: 0.4, text: ({ marked_at: at }) => MOMENT.format(new Date(at)) },
    ],
    file.marks,
  )
  section(
    'Who looked at this household',
    [
      { heading: 'When', part: 0.4, text: ({ at }) => MOMENT.format(new Date(at)) },
      { heading: 'As', part: 0.3, text: ({ role }) => role },
      { heading: 'Where', part: 0.3, text: ({ where }) => where },
    ],
    file.looks,
  )
  return sheet.finish(title)
}

function describeCampaign(campaign: NonNullable<HouseholdFile['campaigns']>[number]): NamedValue[] {
  const { name, benefit_name: benefit, channel, state, reason, sent_at: sentAt, sent_to: sentTo } = campaign
  const { text, values, reply } = campaign
  return [
    { name: 'Campaign', value: `${name} (${CAMPAIGN_TYPES[benefit]}, ${CHANNEL_WORDS[channel]})` },
    {
      name: 'What became of the message',
      value: `${state.replaceAll('_', ' ')}${reason === null ? '' : `. ${reason}`}`,
    },
    ...(sentAt === null ? [] : [{ name: 'Sent', value: MOMENT.format(new Date(sentAt)) }]),
    ...(reply === null ? [] : [{ name: 'What came back', value: REPLY_WORDS[reply] }]),
    ...(sentTo === null ? [] : [{ name: 'Sent to', value: sentTo }]),
    ...(text === null
      ? values.map((one) => ({ name: `Filled in as ${one.name}`, value: one.value }))
      : [{ name: 'Text', value: text }]),
  ]
}
