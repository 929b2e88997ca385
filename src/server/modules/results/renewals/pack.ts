import { CAMPAIGN_TYPES, CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import {
  publishedCount,
  publishedParts,
  publishedPounds,
  publishedTotal,
  shownCount,
  SMALL,
  type PublishedCount,
} from '../../../lib/rounding'
import { ANNUAL_METHOD, CLAIMS_METHOD } from '../reports/assumptions'
import { computeTakeUp, type CampaignFigures, type TakeUp } from '../reports/campaignFigures'
import { drawImpactOf } from '../reports/impactPdf'
import { shownPounds } from '../reports/published'
import type { PackFigures } from './figures'
import { barChart, heading, paragraph, table, tiles } from '../../../lib/pdf/parts'
import { MARGIN, NAVY, openSheet, WIDTH, type Sheet } from '../../../lib/pdf/sheet'

const figure = new Intl.NumberFormat('en-GB')
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const londonDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

const computeValue = ({ annualValue }: TakeUp, published: PublishedCount, parts: readonly number[] = []) =>
  shownPounds(publishedPounds(annualValue, published, parts))

const AWAITED = 'Awaiting data'
const countCampaigns = (count: number) => `${figure.format(count)} ${count === 1 ? 'campaign' : 'campaigns'}`

/** Draws the pack, dated `made`. */
export async function drawRenewalsPack(figures: PackFigures, made: Date): Promise<Buffer> {
  const { organisation, period } = figures
  const span = `${longDay.format(new Date(period.from))} to ${longDay.format(new Date(period.to))}`
  const title = `Client renewals pack: ${organisation}`
  const sheet = await openSheet({ title, subject: span, made })
  titlePage(sheet, organisation, span, made)
  glancePage(sheet, figures)
  campaignsPage(sheet, figures)
  takeUpPart(sheet, figures)
  drawImpactOf(sheet, figures.campaigns)
  peopleAndDataPage(sheet, figures)
  return sheet.finish(`${organisation} · Client renewals pack · ${span}`)
}

function titlePage(sheet: Sheet, organisation: string, span: string, made: Date): void {
  sheet.page()
  const { document } = sheet
  sheet.decoration(() => {
    document.rect(0, 0, document.page.width, 330).fill(NAVY)
    // The logo: an open door.
    document.roundedRect(MARGIN, 64, 30, 38, 4).lineWidth(2.5).stroke('#ffffff')
    document.path(`M ${MARGIN + 30} 102 L ${MARGIN + 16} 96 L ${MARGIN + 16} 70 L ${MARGIN + 30} 64 Z`).fill('#ff9fc8')
  })
  sheet.tagged(
    'P',
    () =>
      void sheet.write('Doorstep', MARGIN + 44, 73, WIDTH - 44, { size: 16, weight: 'semibold', colour: '#ffffff' }),
  )
  sheet.tagged(
    'H1',
    () =>
      void sheet.write('Client renewals pack', MARGIN, 206, WIDTH, { size: 32, weight: 'semibold', colour: '#ffffff' }),
  )
  sheet.tagged(
    'P',
    () => void sheet.write('Twelve months of campaigns', MARGIN, 254, WIDTH, { size: 13, colour: '#d5d9f0' }),
  )
  sheet.y = 390
  sheet.tagged('P', () => {
    sheet.y += sheet.write(organisation, MARGIN, sheet.y, WIDTH, { size: 24, weight: 'semibold' }) + 14
  })
  for (const line of [span, `Prepared on ${longDay.format(made)}`]) {
    sheet.tagged('P', () => {
      sheet.y += sheet.write(line, MARGIN, sheet.y, WIDTH, { size: 12, colour: '#5a6472' }) + 6
    })
  }
}

const makeBars = ({ months }: PackFigures['period'], values: readonly number[]) =>
  months.map((name, index) => ({
    label: shortMonth.format(new Date(`${name}-01`)),
    value: publishedCount(values[index] ?? 0),
  }))

const claimsOfEach = ({ campaigns }: PackFigures) => campaigns.flatMap(({ claimants }) => claimants?.size ?? [])

const takeUpTotal = (figures: PackFigures) => publishedTotal(figures.takeUp?.households ?? 0, claimsOfEach(figures))

const SMALL_NUMBERS =
  'So that nobody can be recognised, counts of 1 to 7 households or people are shown as * in this document, others to the nearest 5, and pounds to three significant figures. A total of figures some of which are * is made of what is shown.'

function glancePage(sheet: Sheet, figures: PackFigures): void {
  const sent = figures.campaigns.filter(({ sentAt }) => sentAt !== null).length
  const open = figures.campaigns.length - sent
  const found = takeUpTotal(figures)
  sheet.page()
  heading(sheet, 'The year at a glance')
  tiles(sheet, [
    {
      name: 'Campaigns sent',
      value: figure.format(sent),
      note: open === 0 ? '' : `and ${countCampaigns(open)} in preparation`,
    },
    {
      name: 'Households contacted',
      value: shownCount(
        publishedTotal(
          figures.contacted,
          figures.contactedByMonth,
          figures.campaigns.map(({ contacted }) => contacted),
        ),
      ),
      note: 'letters and text messages; each household counted once',
    },
    {
      name: 'Take-up found',
      value: figures.takeUp ? shownCount(found) : AWAITED,
      note: figures.takeUp
        ? 'households now claiming Pension Credit, each counted once'
        : 'there is no later snapshot to compare with yet',
    },
    {
      name: 'Annual value of that take-up',
      value: figures.takeUp ? computeValue(figures.takeUp, found, claimsOfEach(figures)) : AWAITED,
      note: figures.takeUp ? 'weekly awards of those households, for 52 weeks' : '',
    },
    {
      name: 'People active',
      value: shownCount(publishedTotal(figures.activeUsers, figures.activeByMonth)),
      note: 'of the organisation, who signed in at least once',
    },
    {
      name: 'Households in the latest snapshot',
      value: shownCount(publishedCount(figures.snapshots.at(-1)?.households ?? 0)),
      note: figures.snapshots.at(-1)
        ? month.format(new Date(figures.snapshots.at(-1)?.month ?? ''))
        : 'no snapshot in these months',
    },
  ])
  barChart(sheet, {
    title: 'Households contacted, by month',
    unit: 'households',
    bars: makeBars(figures.period, figures.contactedByMonth),
  })
  paragraph(sheet, SMALL_NUMBERS)
  paragraph(sheet, `The last month is counted up to ${longDay.format(new Date(figures.period.to))}.`)
}

function campaignsPage(sheet: Sheet, { campaigns }: PackFigures): void {
  sheet.page()
  heading(sheet, 'Campaigns')
  if (campaigns.length === 0) return paragraph(sheet, 'There were no campaigns in these twelve months.')
  paragraph(
    sheet,
    `${countCampaigns(campaigns.length)} in these twelve months. Contacted are the households whose letter or text message was handed to the provider; cancelled campaigns are left out.`,
  )
  table<CampaignFigures>(
    sheet,
    [
      { heading: 'Campaign', part: 0.32, text: ({ name }) => name },
      { heading: 'Type', part: 0.2, text: ({ benefit }) => CAMPAIGN_TYPES[benefit] },
      { heading: 'Channel', part: 0.11, text: ({ channel }) => CHANNEL_WORDS[channel] },
      {
        heading: 'Sent',
        part: 0.19,
        text: ({ sentAt, status }) => (sentAt ? londonDay.format(sentAt) : `Not sent (${status})`),
      },
      {
        heading: 'Contacted',
        part: 0.18,
        text: ({ contacted }) => shownCount(publishedCount(contacted)),
        isNumber: true,
      },
    ],
    campaigns,
  )
}

function takeUpPart(sheet: Sheet, figures: PackFigures): void {
  const { campaigns, takeUp: total } = figures
  const found = campaigns.filter(({ claimants }) => claimants !== undefined)
  // A hidden count could be computed from the total.
  const published = publishedParts(found.map(({ claimants }) => claimants?.size ?? 0))
  const measured = found.map((campaign, index) => ({
    ...campaign,
    takeUp: computeTakeUp([campaign]),
    published: published[index] ?? SMALL,
  }))
  heading(sheet, 'Take-up found')
  paragraph(sheet, CLAIMS_METHOD)
  if (measured.length === 0) return paragraph(sheet, 'There were no Pension Credit campaigns in these twelve months.')
  table<(typeof measured)[number]>(
    sheet,
    [
      { heading: 'Pension Credit campaign', part: 0.4, text: ({ name }) => name },
      {
        heading: 'Contacted',
        part: 0.18,
        text: ({ contacted }) => shownCount(publishedCount(contacted)),
        isNumber: true,
      },
      {
        heading: 'Now claiming',
        part: 0.2,
        text: ({ takeUp, published }) => (takeUp ? shownCount(published) : AWAITED),
        isNumber: true,
      },
      {
        heading: 'Annual value',
        part: 0.22,
        text: ({ takeUp, published }) => (takeUp ? computeValue(takeUp, published) : AWAITED),
        isNumber: true,
      },
    ],
    measured,
  )
  if (!total) return
  paragraph(
    sheet,
    `All campaigns together: ${shownCount(takeUpTotal(figures))} households, ${computeValue(total, takeUpTotal(figures), claimsOfEach(figures))} a year. ${ANNUAL_METHOD}`,
  )
}

function peopleAndDataPage(sheet: Sheet, figures: PackFigures): void {
  sheet.page()
  heading(sheet, 'People and data')
  paragraph(
    sheet,
    `${shownCount(publishedTotal(figures.activeUsers, figures.activeByMonth))} people of the organisation signed in during these twelve months. A person is counted once in each month; support staff are left out.`,
  )
  barChart(sheet, {
    title: 'People active, by month',
    unit: 'people',
    bars: makeBars(figures.period, figures.activeByMonth),
  })
  if (figures.snapshots.length === 0) return paragraph(sheet, 'No snapshot was imported for these months.')
  table<PackFigures['snapshots'][number]>(
    sheet,
    [
      { heading: 'Snapshot', part: 0.6, text: (snapshot) => month.format(new Date(snapshot.month)) },
      {
        heading: 'Households',
        part: 0.4,
        text: ({ households }) => shownCount(publishedCount(households)),
        isNumber: true,
      },
    ],
    figures.snapshots,
  )
}
