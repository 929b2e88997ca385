import { MAX_OPEN_ROUNDS, type OpenRounds } from '#contract/campaigns/visits'
import type { VisitSettings } from '#contract/campaigns/visitSettings'
import { REFERENCE_FILTER, type FilterRequest } from '#contract/households/filters'
import type { Tx } from '../../../db/engine'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import * as repo from './repo'

/**
 * Refuses household references, even beside other filters that nearly everyone passes.
 * @throws Fault 409
 */
export function refuseReferences({ dynamic_filter_value_request_list: filters }: FilterRequest): void {
  if (filters.every(({ filter_name }) => filter_name !== REFERENCE_FILTER)) return
  throw conflict(
    'A visit round is not made from household references. Remove them from the filters, and choose households by other filters, or draw an area.',
    'visit_round_by_reference',
  )
}

/** Null: none for the role. */
export const namesADayFor = ({ role }: Person, settings: VisitSettings): number | null =>
  settings.name_roles.includes(role) && settings.names_a_day > 0 ? settings.names_a_day : null

/** Refuses a round while as many as may be are open. @throws Fault 409 that says which */
export async function refuseThirdRound(tx: Tx, walker: repo.Walker): Promise<void> {
  const open = await repo.listOpenRounds(tx, walker)
  const { length: count } = open
  if (count < MAX_OPEN_ROUNDS) return
  const rounds = open
    .map(({ households, endsAt }) => `one of ${nameHouseholds(households)} until ${LONDON.format(endsAt)}`)
    .join(', and ')
  throw conflict(
    `You have ${count} visit rounds open: ${rounds}. End one on the page Visit round, or wait for the end of its shift.`,
    'visit_rounds_open',
  )
}

/** Names that today's rounds have not given the person. @throws Fault 409 beyond today's limit */
export async function countNewNames(
  tx: Tx,
  walker: repo.Walker,
  references: readonly string[],
  namesADay: number,
): Promise<number> {
  const named = await repo.findNamedToday(tx, walker)
  const added = references.filter((reference) => !named.has(reference)).length
  const left = Math.max(0, namesADay - (await repo.countNamesToday(tx, walker)))
  if (added <= left) return added
  throw conflict(
    `This round would give you the names of ${nameHouseholds(added)}. Your organisation allows ${namesADay} a day, and ${left} are left for you today. Choose more filters, draw a smaller area, or go on tomorrow.`,
    'visit_round_names',
  )
}

/** Open rounds and names left today. */
export async function readOpenRounds(tx: Tx, walker: repo.Walker, namesADay: number | null): Promise<OpenRounds> {
  const open = await repo.listOpenRounds(tx, walker)
  const rounds = open.map((one) => ({
    round_id: one.id,
    household_count: one.households,
    loaded_at: one.loadedAt.toISOString(),
    ends_at: one.endsAt.toISOString(),
  }))
  if (namesADay === null) return { rounds, names: null }
  const left = Math.max(0, namesADay - (await repo.countNamesToday(tx, walker)))
  return { rounds, names: { a_day: namesADay, left_today: left } }
}

const LONDON = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })

const nameHouseholds = (count: number): string => (count === 1 ? '1 household' : `${count} households`)
