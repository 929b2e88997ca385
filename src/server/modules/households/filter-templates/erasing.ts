import type { HouseholdFile } from '#contract/data-protection/householdRights'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Tx } from '../../../db/engine'
import type { IsErased } from '../../platform/erasure-ledger/service'
import { allBut, referencesInRows, rowsOfHeld } from '../filters/references'
import type { FilterLinks } from './links'
import * as repo from './repo'
import { parseRows } from './rows'

/** In everybody's templates and links. */
export async function eraseFromTemplates(
  links: FilterLinks,
  tx: Tx,
  organisationId: string,
  isErased: IsErased,
): Promise<void> {
  await links.erase(tx, organisationId, isErased)
  for (const { id, rows } of await repo.listRows(tx, organisationId)) {
    const named = parseRows(rows)
    if (referencesInRows(named).some(isErased)) await repo.replaceRows(tx, id, rowsOfHeld(named, allBut(isErased)))
  }
}

/** In everybody's templates and links. */
export async function listTemplatesNaming(
  links: FilterLinks,
  tx: Tx,
  organisationId: string,
  isOne: IsErased,
): Promise<HouseholdFile['named_in']> {
  const templates = (await repo.listRows(tx, organisationId)).filter(({ rows }) =>
    referencesInRows(parseRows(rows)).some(isOne),
  )
  const made = await links.listNaming(tx, organisationId, isOne)
  return [
    ...templates.map(({ name, createdAt }) => ({
      what: 'filter_template' as const,
      name: unescapeAngleBrackets(name),
      at: createdAt.toISOString(),
    })),
    ...made.map((at) => ({ what: 'filter_link' as const, name: '', at: at.toISOString() })),
  ]
}
