/** docs/product.md#months-from-a-job */
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { getHandover } from '#contract/households/monthTokens'
import type { MonthFile } from '#contract/households/imports'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import type { TokenHolder } from '../month-tokens/service'
import type { ImportContext } from './context'
import { describeHandover, findReasonsToLook } from './handoverReport'
import type { ImportKey } from './importFiles'
import { describeImport, readOutcome } from './importOutcome'
import { announcedFiles, areUploaded, checkIn, movedOn, noSuchImport, publishIn } from './importSteps'
import * as repo from './repo'

/**
 * Takes a file; the last one starts the check.
 * @throws Fault 404; 409 when the month is not being uploaded, the file is there, or shorter than announced; 413
 */
export async function receiveFile(
  context: ImportContext,
  token: TokenHolder,
  { id, file }: { readonly id: string; readonly file: MonthFile },
  content: Readable,
): Promise<void> {
  const of = { organisationId: token.organisationId, id }
  const row = await context.inOrganisation(token, (tx) => findOwn(tx, token, id))
  if (!announcedFiles(row).includes(file)) throw notFound(`This month was begun without a file of ${file}.`)
  if (row.state !== 'uploading') throw movedOn()
  await context.kept.receive(of, file, content)
  if (!(await areUploaded(context, row))) return
  await context.inOrganisation(token, async (tx) => {
    // The token may have been revoked meanwhile.
    const own = await findOwn(tx, token, id)
    // Where files arrive at once, one begins the check.
    await checkIn(context, tx, token, own)
  })
}

/** What became of a month. @throws Fault 404 for one that another began */
export async function readHandover(
  context: ImportContext,
  token: TokenHolder,
  id: string,
): Promise<z.output<typeof getHandover.reply>> {
  const { hidden } = await context.needToKnow.of({ ...token, role: 'OrganisationAdmin' })
  const row = await context.inOrganisation(token, (tx) => findOwn(tx, token, id))
  const months = await context.snapshots.months.list(token.organisationId)
  const handover = describeImport(row, token.email, hidden)
  return { ...handover, report: describeHandover(handover, months) }
}

async function findOwn(tx: Tx, token: TokenHolder, id: string): Promise<repo.ImportRow> {
  const row = await repo.find(tx, id)
  if (row?.tokenId !== token.tokenId) throw noSuchImport()
  return row
}

/**
 * Publishes a month just checked, if a token began it, the organisation wants it and a person would have nothing to
 * look at.
 * @param months stored, newest first
 */
export async function publishByItself(
  context: ImportContext,
  tx: Tx,
  { id }: ImportKey,
  months: Parameters<typeof findReasonsToLook>[1],
): Promise<void> {
  const row = await repo.find(tx, id)
  const publisher = row && row.tokenId !== null ? await context.monthTokens.findPublisher(tx, row.tokenId) : undefined
  if (!row || !publisher || !readOutcome(row)) return
  if (findReasonsToLook(describeImport(row, null, new Set()), months).length > 0) return
  await publishIn(context, tx, publisher, { id, accepts_losses: false })
}
