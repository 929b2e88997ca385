import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { campaignDetailSchema } from '../../../src/contract/campaigns/campaigns'
import { openDatabase } from '../../../src/server/db/database'
import { campaigns, organisations, people } from '../../../src/server/db/schema'
import { openInMemory } from '../../../src/server/db/testing/inMemory'
import type { Services } from '../../../src/server/services'
import { callAs } from '../harness/caller'
import { runCommand } from '../harness/command'
import { freshDatabase } from '../harness/engines'
import type { Seed } from '../harness/seed'
import { serve, type TestServer } from '../harness/server'
import { BACKUP, CAMPAIGNS, SETTINGS, SQL_DUMP, type CampaignName } from './fixtures'

/** Where each campaign stands after the upgrade: phase and status, and the move that comes next with what it leads to. */
const STANDINGS: Record<CampaignName, [phase: string, status: string, move?: string, leadsTo?: string]> = {
  // The start goes on with it.
  Preparing: ['prepared', 'sent to api', 'review-campaign', 'prepared'],
  Prepared: ['prepared', 'sent to api', 'review-campaign', 'prepared'],
  Reviewed: ['prepared', 'sent to api', 'run-reviewed-campaign', 'sending'],
  Sending: ['sending', 'sent to api', 'pause-campaign', 'paused'],
  Paused: ['paused', 'sent to api', 'resume-campaign', 'sending'],
  Complete: ['finished', 'Complete', 'archive-campaign', 'finished'],
  Cancelled: ['finished', 'cancelled', 'archive-campaign', 'finished'],
  Archived: ['finished', 'archived'],
}

test('records of the first release, dumped as SQL, are migrated, and each campaign goes on', async () => {
  const memory = await openInMemory()
  await memory.exec(gunzipSync(await readFile(SQL_DUMP)).toString())
  await memory.exec('reset all')
  await expectUpgraded(
    await serve(await openDatabase({ memory }), {
      engine: 'embedded',
      environment: SETTINGS,
      prepare: async (services) => {
        await cp(join(BACKUP, 'snapshots'), join(services.config.dataFolder, 'snapshots'), { recursive: true })
        return findSeed(services)
      },
    }),
    STANDINGS,
  )
})

test('a backup of the first release is restored, and each campaign goes on', async () => {
  await expectUpgraded(
    await serve(await freshDatabase('embedded'), {
      engine: 'embedded',
      environment: SETTINGS,
      prepare: async (services) => {
        await expect(runCommand(services, 'restore', BACKUP)).rejects.toThrow('is not signed')
        await runCommand(services, 'restore', BACKUP, '--unsigned')
        return findSeed(services)
      },
    }),
    // What went out after the backup is not known.
    { ...STANDINGS, Sending: ['paused', 'sent to api', 'resume-campaign', 'sending'] },
  )
})

async function expectUpgraded(server: TestServer, standings: typeof STANDINGS): Promise<void> {
  onTestFinished(() => server.close())
  const staff = await callAs(server, 'staff', 'ashford')
  const rows = await server.services.database.asSystem((tx) =>
    tx.select({ id: campaigns.id, name: campaigns.name }).from(campaigns),
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...CAMPAIGNS].toSorted())
  for (const name of CAMPAIGNS) {
    const id = rows.find((row) => row.name === name)?.id ?? 0
    const detail = async () => campaignDetailSchema.parse((await staff.get(`/api/campaign?campaign_id=${id}`)).json())
    const [phase, status, move, leadsTo] = standings[name]
    await vi.waitFor(async () => expect(await detail(), name).toMatchObject({ phase, status }))
    if (!move) continue
    const answer = await staff.post(`/api/${move}?campaign_id=${id}`, '')
    expect([answer.statusCode, answer.json<{ phase: string }>().phase], `${name}: ${answer.body}`).toEqual([
      200,
      leadsTo,
    ])
  }
  // As CHANGELOG.md asks after the update.
  await server.services.audit.signStart('ashford')
  expect((await server.services.audit.verify()).flatMap(({ problems }) => problems)).toEqual([])
}

/** The tests' people, as they lie in the records. */
const findSeed = ({ database }: Services): Promise<Seed> =>
  database.asSystem(async (tx) => {
    const councils = await tx.select({ id: organisations.id, slug: organisations.slug }).from(organisations)
    const persons = await tx.select({ id: people.id, email: people.email, role: people.role }).from(people)
    const council = <Slug extends 'ashford' | 'brynmor'>(slug: Slug) => {
      const found = councils.find((one) => one.slug === slug)
      if (!found) throw new Error(`${slug} is not in the records.`)
      return { id: found.id, slug }
    }
    const person = (email: string) => {
      const found = persons.find((one) => one.email === email)
      if (!found) throw new Error(`${email} is not in the records.`)
      return found
    }
    return {
      ashford: council('ashford'),
      brynmor: council('brynmor'),
      people: {
        admin: person('admin@ashford.example'),
        viewer: person('viewer@ashford.example'),
        other: person('admin@brynmor.example'),
        staff: person('staff@provider.example'),
      },
    }
  })
