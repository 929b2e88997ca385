import type { Database } from '../../../db/database'
import { digestReferences, indexDigests } from '../../platform/erasure-ledger/service'
import * as linksRepo from './linksRepo'
import { addMentions } from './mentionsRepo'
import * as repo from './repo'
import { readStored, storedReferences } from './storedRows'

/** Has the index find templates and links from before it, each in a transaction of its own. */
export async function indexOld(database: Database): Promise<void> {
  let isMore = true
  while (isMore) isMore = (await indexTemplate(database)) || (await indexLink(database))
}

async function indexTemplate(database: Database): Promise<boolean> {
  const found = await database.asSystem(repo.findUnindexed)
  if (!found) return false
  const { id, organisationId } = found
  const digests = await digestStored(database, found)
  await database.forOrganisation(organisationId, async (tx) => {
    await addMentions(tx, organisationId, { templateId: id }, indexDigests(digests))
    await repo.markIndexed(tx, id)
  })
  return true
}

async function indexLink(database: Database): Promise<boolean> {
  const found = await database.asSystem(linksRepo.findUnindexed)
  if (!found) return false
  const { code, organisationId } = found
  const digests = await digestStored(database, found)
  await database.forOrganisation(organisationId, async (tx) => {
    await addMentions(tx, organisationId, { linkCode: code }, indexDigests(digests))
    await linksRepo.markIndexed(tx, code)
  })
  return true
}

const digestStored = (database: Database, { organisationId, rows }: { organisationId: string; rows: unknown }) =>
  digestReferences(database, organisationId, storedReferences(readStored(rows)))
