/** A council with as many households as Trafford, 100 people, and two campaigns to send. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { setTimeout as sleep } from 'node:timers/promises'
import { keyHeaderFor } from '../server/harness/idempotencyKey'
import { addCampaign, getCampaign } from '#contract/campaigns/campaigns'
import { reviewCampaign, runReviewedCampaign } from '#contract/campaigns/campaignMoves'
import type { Endpoint } from '#contract/endpoint'
import { readConfig } from '../../src/server/config'
import { messageSettings, organisations, people } from '../../src/server/db/schema'
import { gatherStatistics } from '../../src/server/db/statistics'
import { importSnapshot } from '../../src/server/modules/households/imports/importSnapshot'
import { withTable } from '../../src/server/modules/households/snapshots/testing/withTable'
import { createServices } from '../../src/server/services'
import { authorityFiles } from './data'
import { benchFolder } from './doorstep'

export const HOUSEHOLDS = 96_252
export const PEOPLE = 100
/** Half of them in each of two campaigns. Fewer, by DOORSTEP_BENCH_TEXTS, for a quick look. */
export const TEXTS = Number(process.env.DOORSTEP_BENCH_TEXTS ?? 10_000)

/** The two campaigns' households, of about the same number; filters of the map's catalogue. */
export const HALVES = [
  { filter: ['18', '56'], sql: 'age_of_head <= 56' },
  { filter: ['57', '95'], sql: 'age_of_head > 56' },
] as const

/** What the crowd and the sender need to know of it. */
export interface Council {
  readonly viewers: readonly string[]
  readonly sender: string
  readonly smsTemplateId: number
}

/** Makes it: its snapshot, contacts for as many as are sent to, people and their sessions. */
export async function fillRecords(environment: Record<string, string>): Promise<Council> {
  const services = await createServices(readConfig(environment))
  const { database, sessions, snapshots } = services
  try {
    await importSnapshot({
      into: { database, dataFolder: services.config.dataFolder, store: services.snapshotStore },
      organisation: { slug: 'benchmark', name: 'Benchmark', domain: null },
      month: '2026-10-01',
      ...(await authorityFiles(benchFolder, HOUSEHOLDS)),
    })
    const organisation = await services.organisations.findBySlug('benchmark')
    if (!organisation) throw new Error('The import made no organisation.')
    const organisationId = organisation.id
    const snapshot = await snapshots.latest(organisationId)
    const reached = await withTable(services.config.dataFolder, snapshot, (use) =>
      use(async (connection, table) => {
        const found = await Promise.all(
          HALVES.map((half) =>
            connection.runAndReadAll(
              `select household_reference from ${table} where pension_credit = 'eligible_not_claiming' and ${half.sql} limit ${TEXTS / 2}`,
            ),
          ),
        )
        return found.flatMap((rows) =>
          z
            .array(z.tuple([z.string()]))
            .parse(rows.getRowsJS())
            .map(([reference]) => reference),
        )
      }),
    )
    const sessionOf = async (email: string, of: string | null, role: 'Viewer' | 'SuperAdmin') => {
      const [person] = await database.asSystem((tx) =>
        tx.insert(people).values({ email, organisationId: of, role }).returning(),
      )
      if (!person) throw new Error('No person was made.')
      return (await sessions.begin({ personId: person.id, organisationId })).id
    }
    await database.asSystem(async (tx) => {
      await tx.update(organisations).set({ campaignsEnabled: true })
      // At any hour, whenever the bench runs.
      const hours = { languages: ['en' as const], sendFrom: 0, sendUntil: 24, sendOnSundays: true }
      await tx.insert(messageSettings).values({ organisationId, ...hours })
      await tx.execute(sql`
        insert into contacts (organisation_id, household_reference, first_name, mobile, address_line_1, town, postcode)
        select ${organisationId}::uuid, 'BEN-' || lpad(i::text, 8, '0'), 'Edna', '', i || ' Harbour Street', 'Ashford', 'ZZ1 1AA'
        from generate_series(1, ${HOUSEHOLDS}::int) as i`)
      await tx.execute(sql`
        update contacts set mobile = '07700 900' || lpad((substr(household_reference, 5)::int % 1000)::text, 3, '0')
        where household_reference = any(${sql.param(reached)}::text[])`)
      // As an import does.
      await gatherStatistics(tx, 'contacts')
    })
    const viewers: string[] = []
    for (let person = 0; person < PEOPLE; person++)
      viewers.push(await sessionOf(`viewer-${person}@benchmark.example`, organisationId, 'Viewer'))
    const text = 'Dear ((first_name)), you may be owed ((benefit)). Call ((organisation)).'
    return {
      viewers,
      sender: await sessionOf('sender@provider.example', null, 'SuperAdmin'),
      smsTemplateId: await services.templates.texts.save(organisationId, { name: 'bench', text }),
    }
  } finally {
    await services.close()
  }
}

/** Calls the measured server. */
export type Call = (call: {
  session?: string
  method: string
  path: string
  body?: object
  accept?: string
}) => Promise<unknown>

/** Where an endpoint is. */
export const at = ({ method, path }: Endpoint) => ({ method, path })

/** Calls as a browser does. @throws Error for any answer but a good one. */
export const callerOf =
  (origin: string): Call =>
  async ({ session, method, path, body, accept = 'application/json' }) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        accept,
        'accept-encoding': 'br',
        origin,
        ...(session ? { cookie: `doorstep=${session}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...keyHeaderFor(path),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const bytes = await response.arrayBuffer()
    if (!response.ok)
      throw new Error(
        `${method} ${path} was answered with ${response.status}: ${Buffer.from(bytes).toString().slice(0, 200)}`,
      )
    const answer: unknown = accept === 'application/json' ? JSON.parse(Buffer.from(bytes).toString()) : undefined
    return answer
  }

const ofCampaign = z.object({ id: z.number() })

/** A campaign's whole way: sent for review, prepared, reviewed, run, and every text handed over and delivered. */
export async function sendCampaign(
  call: Call,
  { viewers, sender, smsTemplateId }: Council,
  ages: readonly string[],
): Promise<void> {
  const added = await call({
    ...at(addCampaign),
    ...(viewers[0] ? { session: viewers[0] } : {}),
    body: {
      campaign_request: {
        campaign_name: `Ages ${ages.join(' to ')}`,
        benefit_name: 'pension_credit',
        snapshot: '2026-10-01',
        channel_name: 'SMS',
        stagger: 0,
        sms_template_id: smsTemplateId,
        template_s3_key: null,
      },
      filter_request_list: [{ filter_name: 'age_of_head', filter_value_list: ages }],
      dynamic_filter_value_request_list: [],
    },
  })
  const [{ id } = { id: 0 }] = z.array(ofCampaign).parse(added)
  const move = (path: string) => call({ session: sender, method: 'POST', path: `${path}?campaign_id=${id}` })
  const until = async (wanted: (campaign: { phase: string; recipients: Record<string, number> }) => boolean) => {
    for (;;) {
      const found = await call({ session: sender, method: 'GET', path: `${getCampaign.path}?campaign_id=${id}` })
      const campaign = z
        .object({ phase: z.string(), problem: z.string().nullable(), recipients: z.record(z.string(), z.number()) })
        .parse(found)
      if (campaign.phase === 'paused') throw new Error(`The campaign was paused: ${campaign.problem}`)
      if (wanted(campaign)) return campaign
      await sleep(1_000)
    }
  }
  await until(({ phase }) => phase === 'prepared')
  await move(reviewCampaign.path)
  await move(runReviewedCampaign.path)
  await until(({ phase }) => phase === 'finished')
  const { recipients } = await until(({ recipients }) => recipients.sending === 0)
  const settled =
    (recipients.delivered ?? 0) + (recipients.permanent_failure ?? 0) + (recipients.temporary_failure ?? 0)
  if (settled !== TEXTS / 2) throw new Error(`${settled} of ${TEXTS / 2} texts were settled.`)
}
