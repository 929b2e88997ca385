import type { z } from 'zod'
import type { MonthFile, publishMonth } from '#contract/households/imports'
import type { Tx } from '../../../db/engine'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Actor } from '../../organisations/audit/service'
import type { ImportContext } from './context'
import { readOutcome } from './importOutcome'
import { DISCARDABLE, WAITING } from './importStates'
import { CHECK_MONTH, PUBLISH_MONTH } from './jobKinds'
import * as repo from './repo'

/** @throws Fault 404; 409 when a file is missing or the month is not being uploaded */
export async function startCheck(context: ImportContext, person: Person, id: string): Promise<void> {
  const row = await context.inOrganisation(person, (tx) => repo.find(tx, id))
  if (!row) throw noSuchImport()
  if (row.state === 'uploading' && !(await areUploaded(context, row)))
    throw conflict('Not all of the files have arrived. Upload them again.')
  await context.inOrganisation(person, async (tx) => {
    if (!(await checkIn(context, tx, person, row))) throw movedOn()
  })
}

/** Files announced at the start. */
export function announcedFiles({ hasContacts, hasWards }: repo.ImportRow): MonthFile[] {
  const files: MonthFile[] = ['households']
  if (hasContacts) files.push('contacts')
  if (hasWards) files.push('wards')
  return files
}

/** Whether all files have arrived. */
export async function areUploaded({ kept }: ImportContext, row: repo.ImportRow): Promise<boolean> {
  const arrived = await Promise.all(announcedFiles(row).map((file) => kept.isUploaded(row, file)))
  return arrived.every(Boolean)
}

/** Starts the check. @returns whether the import was still being uploaded */
export async function checkIn(context: ImportContext, tx: Tx, by: Actor, row: repo.ImportRow): Promise<boolean> {
  const { id, organisationId, month } = row
  if (!(await repo.move(tx, id, ['uploading'], WAITING))) return false
  await context.queue.send(tx, CHECK_MONTH, { organisationId, id })
  await context.audit.recordIn(tx, by, 'month_checked', month)
  return true
}

/** @throws Fault 404; 409 when it is not checked, or would take away what is not accepted */
export const startPublishing = (
  context: ImportContext,
  person: Person,
  which: z.output<typeof publishMonth.body>,
): Promise<void> => context.inOrganisation(person, (tx) => publishIn(context, tx, person, which))

/** For a token too, in a transaction. */
export async function publishIn(
  context: ImportContext,
  tx: Tx,
  by: Actor,
  { id, accepts_losses: acceptsLosses }: z.output<typeof publishMonth.body>,
): Promise<void> {
  const { organisationId } = by
  const row = await repo.find(tx, id)
  if (!row) throw noSuchImport()
  const outcome = readOutcome(row)
  if (row.state === 'ready' && !outcome) throw conflict(CHECKED_BEFORE)
  if (outcome && 'checked' in outcome && outcome.checked.losses.length > 0 && !acceptsLosses)
    throw conflict(`${outcome.checked.losses.join(' ')} Say that you accept it, or discard the month.`)
  const change = { state: 'publishing', doing: 'Waiting', fraction: 0, failure: null } as const
  if (!(await repo.move(tx, id, ['ready'], change))) throw movedOn()
  await context.queue.send(tx, PUBLISH_MONTH, { organisationId, id })
  const count = outcome && 'checked' in outcome ? outcome.checked.householdCount : undefined
  await context.audit.recordIn(tx, by, 'month_published', row.month, count)
}

const DISCARDED = { state: 'discarded', outcome: null, failure: null } as const

/** @throws Fault 404; 409 once it is being published */
export async function discardImport(context: ImportContext, person: Person, id: string): Promise<void> {
  await context.inOrganisation(person, async (tx) => {
    const row = await repo.find(tx, id)
    if (!row) throw noSuchImport()
    if (!(await repo.move(tx, id, DISCARDABLE, DISCARDED))) throw movedOn()
    await context.audit.recordIn(tx, person, 'month_discarded', row.month)
  })
  await context.kept.remove({ organisationId: person.organisationId, id })
}

/** Unfinished and faulty imports: their files and reports may name an erased household. */
export async function discardOpenImports({ inOrganisation, kept }: ImportContext, organisationId: string) {
  const discarded = await inOrganisation({ organisationId }, (tx) => repo.moveAll(tx, DISCARDABLE, DISCARDED))
  for (const { id } of discarded) await kept.remove({ organisationId, id })
}

const CHECKED_BEFORE = 'An earlier version of Doorstep checked this month. Discard it and hand it over again.'
/** Or it is another organisation's. */
export const noSuchImport = () => notFound('There is no such month.')
/** Its state no longer allows the step. */
export const movedOn = () => conflict('The month has moved on meanwhile. Look at it again.')
