import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FilterRequest } from '#contract/households/filters'
import { readConfig } from '../../src/server/config'
import { people } from '../../src/server/db/schema'
import type { Person } from '../../src/server/http/person'
import { importSnapshot } from '../../src/server/modules/households/imports/importSnapshot'
import { createServices, type Services } from '../../src/server/services'
import { authorityFiles } from './data'

/** Where the benches keep their data between runs: making a million households takes longer than measuring them. */
export const benchFolder = join(process.env.DOORSTEP_BENCH ?? join(tmpdir(), 'doorstep-bench'))

/** A Doorstep with an organisation of that many households, and a person who may see them. */
export interface BenchDoorstep {
  readonly services: Services
  readonly dataFolder: string
  readonly organisationId: string
  readonly person: Person
  /** A session's id, as its cookie holds it. */
  readonly session: string
}

/** Opens, and the first time makes, the Doorstep with that many households. @param environment beside its data folder */
export async function openDoorstep(
  households: number,
  environment: Readonly<Record<string, string>> = {},
  options?: Parameters<typeof createServices>[2],
): Promise<BenchDoorstep> {
  const dataFolder = join(benchFolder, `data-${households}`)
  mkdirSync(dataFolder, { recursive: true })
  const services = await createServices(
    readConfig({ DOORSTEP_DATA: dataFolder, LOG_LEVEL: 'silent', ...environment }),
    undefined,
    options,
  )
  return { services, dataFolder, ...(await joinCouncil({ services, dataFolder }, 'benchmark', households)) }
}

/** A new person of an organisation, which is made where it is not there yet. */
export async function joinCouncil(
  { services, dataFolder }: Pick<BenchDoorstep, 'services' | 'dataFolder'>,
  slug: string,
  households: number,
  role: Person['role'] = 'Viewer',
): Promise<Pick<BenchDoorstep, 'organisationId' | 'person' | 'session'>> {
  const known = await services.organisations.findBySlug(slug)
  if (!known) {
    await importSnapshot({
      into: { database: services.database, dataFolder },
      organisation: { slug, name: `${slug[0]?.toUpperCase()}${slug.slice(1)}`, domain: null },
      month: '2026-10-01',
      ...(await authorityFiles(benchFolder, households)),
    })
  }
  const organisation = known ?? (await services.organisations.findBySlug(slug))
  if (!organisation) throw new Error('The import made no organisation.')
  const [person] = await services.database.asSystem((tx) =>
    tx
      .insert(people)
      .values({ email: `bench-${randomUUID()}@${slug}.example`, organisationId: organisation.id, role })
      .returning(),
  )
  if (!person) throw new Error('No person was made.')
  const session = await services.sessions.begin({ personId: person.id, organisationId: organisation.id })
  const found = await services.sessions.find(session.id)
  if (!found) throw new Error('No session was made.')
  return { organisationId: organisation.id, person: found.person, session: session.id }
}

/** The same households in earlier months, for what looks back; imported where they are not there yet. */
export async function addEarlierMonths(
  { services: { database, snapshots }, dataFolder, organisationId }: BenchDoorstep,
  households: number,
): Promise<void> {
  const organisation = { slug: 'benchmark', name: 'Benchmark', domain: null }
  const known = await snapshots.months.list(organisationId)
  for (const month of ['2026-08-01', '2026-09-01']) {
    if (known.some((one) => one.month === month)) continue
    const files = await authorityFiles(benchFolder, households)
    await importSnapshot({ into: { database, dataFolder }, organisation, month, ...files })
  }
}

const request = (lists: Record<string, string[]>): FilterRequest => ({
  filter_request_list: Object.entries(lists).map(([filter_name, filter_value_list]) => ({
    filter_name,
    filter_value_list,
  })),
  dynamic_filter_value_request_list: [],
})

/** About one household in ten. */
export const NARROW = request({ tenure: ['council_rent'], universal_credit: ['true'] })
/** About six in ten. */
export const BROAD = request({ age_of_head: ['20', '66'] })
export const EVERYONE = request({})

/** The filters that people try one after the other in the crowd. */
export const CHANGES: readonly FilterRequest[] = [
  NARROW,
  BROAD,
  request({ pension_credit: ['eligible_not_claiming'] }),
  request({ weekly_income: ['100', '400'], fuel_poverty: ['true'] }),
  request({ household_type: ['lone_parent', 'couple_with_children'], youngest_child_age: ['0', '4'] }),
  EVERYONE,
]
