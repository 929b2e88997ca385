import type { HouseholdFile } from '#contract/data-protection/householdRights'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Tx } from '../../../db/engine'
import { namesOne, withoutErased, type IsErased } from '../../platform/erasure-ledger/service'
import type { FilterLinks } from './links'
import * as repo from './repo'

/** In everybody's templates and links. */
export async function eraseFromTemplates(
  links: FilterLinks,
  tx: Tx,
  organisationId: string,
  isErased: IsErased,
): Promise<void> {
  await links.erase(tx, organisationId, isErased)
  for (const { id, rows } of await repo.listRows(tx, organisationId)) {
    if (namesOne(rows, isErased)) await repo.replaceRows(tx, id, withoutErased(rows, isErased))
  }
}

/** In everybody's templates and links. */
export async function listTemplatesNaming(
  links: FilterLinks,
  tx: Tx,
  organisationId: string,
  isOne: IsErased,
): Promise<HouseholdFile['named_in']> {
  const templates = (await repo.listRows(tx, organisationId)).filter(({ rows }) => namesOne(rows, isOne))
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
