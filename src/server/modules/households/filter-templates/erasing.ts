import type { HouseholdMention } from '#contract/households/namedIn'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { findIndexDigests, isSpellingOf, listErasedDigests, type IsErased } from '../../platform/erasure-ledger/service'
import { madeAt } from './links'
import * as linksRepo from './linksRepo'
import * as mentionsRepo from './mentionsRepo'
import * as repo from './repo'
import { readStored, storedReferences, withoutHouseholds, type StoredFilter } from './storedRows'

/** So that an answer comes soon. */
const NOW_AT_MOST = 10

/** Everybody erased, from everybody's templates and links. */
export const eraseFromTemplates = (database: Database, organisationId: string, isErased: IsErased): Promise<void> =>
  eraseNamed(database, organisationId, (tx) => listErasedDigests(tx, organisationId), isErased)

/** Who is being erased: without the digests of all that templates hold. Where many name them, some are left. */
export const eraseFromTemplatesNow = (
  database: Database,
  organisationId: string,
  references: readonly string[],
): Promise<void> => {
  const listDigests = async (tx: Tx) => {
    const digests: string[] = []
    for (const reference of references) digests.push(...(await findIndexDigests(tx, organisationId, reference)))
    return digests
  }
  return eraseNamed(database, organisationId, listDigests, isSpellingOf(...references), NOW_AT_MOST)
}

/** Each in a transaction of its own, so that others are answered meanwhile. */
async function eraseNamed(
  database: Database,
  organisationId: string,
  listDigests: (tx: Tx) => Promise<string[]>,
  isErased: IsErased,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const inOrganisation = <T>(work: (tx: Tx) => Promise<T>) => database.forOrganisation(organisationId, work)
  const { digests, links, templates } = await inOrganisation(async (tx) => {
    const digests = await listDigests(tx)
    const { templateIds, linkCodes } = await mentionsRepo.findMentions(tx, organisationId, digests)
    const links = await linksRepo.listLinks(tx, organisationId, linkCodes)
    return { digests, links, templates: await repo.listNamed(tx, organisationId, templateIds) }
  })
  for (const { code } of links.slice(0, most)) await inOrganisation((tx) => eraseFromLink(tx, code, isErased))
  const left = Math.max(0, most - links.length)
  for (const { id } of templates.slice(0, left)) await inOrganisation((tx) => eraseFromTemplate(tx, id, isErased))
  if (links.length + templates.length > most) return
  await inOrganisation((tx) => mentionsRepo.removeMentions(tx, organisationId, digests))
}

async function eraseFromLink(tx: Tx, code: string, isErased: IsErased): Promise<void> {
  const filters = readStored(await linksRepo.lockRows(tx, code))
  if (namesAny(filters, isErased)) await linksRepo.replaceRows(tx, code, withoutHouseholds(filters, isErased))
}

async function eraseFromTemplate(tx: Tx, id: number, isErased: IsErased): Promise<void> {
  const filters = readStored(await repo.lockRows(tx, id))
  if (namesAny(filters, isErased)) await repo.replaceRows(tx, id, withoutHouseholds(filters, isErased))
}

const namesAny = (filters: readonly StoredFilter[], isOne: IsErased) => storedReferences(filters).some(isOne)

/** In everybody's templates and links. */
export async function listTemplatesNaming(
  tx: Tx,
  organisationId: string,
  reference: string,
): Promise<HouseholdMention[]> {
  const isOne = isSpellingOf(reference)
  const digests = await findIndexDigests(tx, organisationId, reference)
  const { templateIds, linkCodes } = await mentionsRepo.findMentions(tx, organisationId, digests)
  const found: HouseholdMention[] = []
  for (const { id, isIndexed, name, createdAt } of await repo.listNamed(tx, organisationId, templateIds)) {
    if (isIndexed || namesAny(readStored(await repo.lockRows(tx, id)), isOne))
      found.push({ what: 'filter_template', name: unescapeAngleBrackets(name), at: createdAt.toISOString() })
  }
  for (const { code, isIndexed, expiresAt } of await linksRepo.listLinks(tx, organisationId, linkCodes)) {
    if (isIndexed || namesAny(readStored(await linksRepo.lockRows(tx, code)), isOne))
      found.push({ what: 'filter_link', name: '', at: madeAt(expiresAt).toISOString() })
  }
  return found
}
