// npm run demo:effect: lays the effect of Northmere's campaigns about Pension Credit into the demo's later months. The
// product draws the hold-outs, from the files of April and the contacts; run it after a change of the draw, the plan or the
// data. Of their lists, who claims because of a message follows from the reference alone: those of them written to claim
// from one of the months after it on, those held out do not. The other households of the months stay as they are.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readConfig } from '../src/server/config.ts'
import { openDatabaseInMemory } from '../src/server/db/testing/inMemory.ts'
import { DEMO_MONTHS } from '../src/server/demo/authorities/councils.ts'
import { DEMO_DATA, ensureDemo } from '../src/server/demo/authorities/ensureDemo.ts'
import { ensureDemoCampaigns } from '../src/server/demo/campaigns/ensureDemoCampaigns.ts'
import { PLANNED_CAMPAIGNS } from '../src/server/demo/campaigns/planned.ts'
import { CONTACTED } from '../src/server/modules/campaigns/recipients/contactHistory.ts'
import { createServices } from '../src/server/services.ts'

const SHARE_PERSUADED = 0.115
/** Nobody claims sooner than the second month after a message. */
const MONTHS_TO_CLAIM = 2
const MONTHS = DEMO_MONTHS.slice(MONTHS_TO_CLAIM)
/** Of what comes in, this much is left at the end of a month. */
const KEPT_OF_INCOME = 0.45
const WEEKS_A_MONTH = 52 / 12

// A later campaign lists whom the months before it show.
while ((await layEffects()) > 0);

/** @returns how many rows changed */
async function layEffects() {
  const sentTo = await listSent()
  let changed = 0
  for (const [index, month] of MONTHS.entries()) {
    const file = join(DEMO_DATA, 'northmere', `households-${month}.csv.gz`)
    const [header, ...rows] = gunzipSync(readFileSync(file)).toString('utf8').split('\n')
    const laid = rows.map((row) => layEffect(header.split(','), row, index, sentTo))
    const differing = laid.filter((row, at) => row !== rows[at]).length
    if (differing > 0) writeFileSync(file, gzipSync([header, ...laid].join('\n'), { level: 9 }))
    console.log(`${month}: ${differing} households changed`)
    changed += differing
  }
  return changed
}

/** @returns of each household on a list the snapshot from which it was first written to; null: held out */
async function listSent() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'doorstep-demo-effect-'))
  const services = await createServices(readConfig({ DOORSTEP_DATA: dataFolder }), await openDatabaseInMemory())
  try {
    await ensureDemo(services)
    const planned = PLANNED_CAMPAIGNS.filter(({ benefit }) => benefit === 'pension_credit')
    await ensureDemoCampaigns(services, console.log, planned)
    const { rows } = await services.database.executeSql(
      'select id, organisation_id, snapshot::text from campaigns order by id',
    )
    const sentTo = new Map()
    for (const { id: campaignId, organisation_id: organisationId, snapshot } of rows) {
      for await (const page of services.contactHistory.listArms({ campaignId, organisationId })) {
        for (const { reference, group } of page)
          sentTo.set(reference, sentTo.get(reference) ?? (group === CONTACTED ? snapshot : null))
      }
    }
    return sentTo
  } finally {
    await services.close()
    rmSync(dataFolder, { recursive: true })
  }
}

function layEffect(names, row, monthIndex, sentTo) {
  const household = Object.fromEntries(row.split(',').map((value, index) => [names[index], value]))
  const sent = sentTo.get(household.household_reference)
  if (sent === undefined || lotOf(household, 'persuaded') >= SHARE_PERSUADED) return row
  const first = sent === null ? MONTHS.length : DEMO_MONTHS.indexOf(sent)
  // Most claim soon.
  const claimsFrom = first + Math.floor((MONTHS.length - first) * lotOf(household, 'month') ** 2)
  const wanted = monthIndex >= claimsFrom ? 'claiming' : 'eligible_not_claiming'
  const other = wanted === 'claiming' ? 'eligible_not_claiming' : 'claiming'
  if (household.pension_credit !== other) return row
  const award = Number(household.pension_credit_weekly_award) * (wanted === 'claiming' ? 1 : -1)
  household.pension_credit = wanted
  household.weekly_income = inPence(Number(household.weekly_income) + award)
  household.monthly_cash_balance = inPence(
    Number(household.monthly_cash_balance) + award * WEEKS_A_MONTH * KEPT_OF_INCOME,
  )
  return names.map((name) => household[name]).join(',')
}

/** From 0 to 1, always the same of a household. */
function lotOf({ household_reference: reference }, of) {
  const hash = createHash('sha256').update(`${of} ${reference}`).digest('hex')
  return Number.parseInt(hash.slice(0, 12), 16) / 2 ** 48
}

function inPence(pounds) {
  return String(Number(pounds.toFixed(2)))
}
