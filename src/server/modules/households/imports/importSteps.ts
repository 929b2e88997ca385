import type { MonthFile } from '#contract/households/imports'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { WAITING } from './checkMonth'
import type { ImportContext } from './context'
import { CHECK_MONTH, DISCARDABLE, PUBLISH_MONTH } from './importJobs'
import { readOutcome } from './importOutcome'
import * as repo from './repo'

/** @throws Fault 404; 409 when a file is missing or the month is not being uploaded */
export async function startCheck({ kept, ...context }: ImportContext, person: Person, id: string): Promise<void> {
  const { organisationId } = person
  const row = await context.inOrganisation(person, (tx) => repo.find(tx, id))
  if (!row) throw noSuchMonth()
  const files: MonthFile[] = ['households']
  if (row.hasContacts) files.push('contacts')
  if (row.hasWards) files.push('wards')
  for (const file of files) {
    if (row.state === 'uploading' && !(await kept.isUploaded({ organisationId, id }, file)))
      throw conflict('Not all of the files have arrived. Upload them again.')
  }
  await context.inOrganisation(person, async (tx) => {
    if (!(await repo.move(tx, id, ['uploading'], WAITING))) throw movedOn()
    await context.queue.send(tx, CHECK_MONTH, { organisationId, id })
    await context.audit.recordIn(tx, person, 'month_checked', row.month)
  })
}

/** @throws Fault 404; 409 when it is not checked */
export async function startPublishing(context: ImportContext, person: Person, id: string): Promise<void> {
  const { organisationId } = person
  await context.inOrganisation(person, async (tx) => {
    const row = await repo.find(tx, id)
    if (!row) throw noSuchMonth()
    const outcome = readOutcome(row)
    if (row.state === 'ready' && !outcome) throw conflict(CHECKED_BEFORE)
    const change = { state: 'publishing', doing: 'Waiting', fraction: 0, failure: null } as const
    if (!(await repo.move(tx, id, ['ready'], change))) throw movedOn()
    await context.queue.send(tx, PUBLISH_MONTH, { organisationId, id })
    const count = outcome && 'checked' in outcome ? outcome.checked.householdCount : undefined
    await context.audit.recordIn(tx, person, 'month_published', row.month, count)
  })
}

const DISCARDED = { state: 'discarded', outcome: null, failure: null } as const

/** @throws Fault 404; 409 once it is being published */
export async function discardImport(context: ImportContext, person: Person, id: string): Promise<void> {
  await context.inOrganisation(person, async (tx) => {
    const row = await repo.find(tx, id)
    if (!row) throw noSuchMonth()
    if (!(await repo.move(tx, id, DISCARDABLE, DISCARDED))) throw movedOn()
    await context.audit.recordIn(tx, person, 'month_discarded', row.month)
  })
  await context.kept.remove({ organisationId: person.organisationId, id })
}

/** Discards unfinished and faulty imports: their files and reports may name an erased household. */
export async function discardOpenImports({ inOrganisation, kept }: ImportContext, organisationId: string) {
  const discarded = await inOrganisation({ organisationId }, (tx) => repo.moveAll(tx, DISCARDABLE, DISCARDED))
  for (const { id } of discarded) await kept.remove({ organisationId, id })
}

const CHECKED_BEFORE = 'An earlier version of Doorstep checked this month. Discard it and hand it over again.'
const noSuchMonth = () => notFound('There is no such month.')
const movedOn = () => conflict('The month has moved on meanwhile. Look at it again.')
