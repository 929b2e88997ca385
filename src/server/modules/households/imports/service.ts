import type { z } from 'zod'
import type { HouseholdFile } from '#contract/data-protection/householdRights'
import type { beginMonth, Months } from '#contract/households/imports'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import { namesOne, type IsErased } from '../../platform/erasure-ledger/service'
import { beginImport } from './beginImport'
import type { ImportContext, ImportsDependencies } from './context'
import { createImportFiles } from './importFiles'
import { registerImportJobs } from './importJobs'
import { describeImport } from './importOutcome'
import { discardImport, discardOpenImports, startCheck, startPublishing } from './importSteps'
import * as repo from './repo'

export type ImportsService = ReturnType<typeof createImportsService>

/** Months that administrators hand over. Registers its jobs: call before the queue starts. */
export function createImportsService(deps: ImportsDependencies) {
  const context: ImportContext = {
    ...deps,
    kept: createImportFiles(deps.files, deps.uploads),
    inOrganisation: ({ organisationId }, work) => deps.database.forOrganisation(organisationId, work),
  }
  registerImportJobs(context)
  const thenList =
    (step: (on: ImportContext, person: Person, id: string) => Promise<void>) =>
    async (person: Person, id: string): Promise<Months> => {
      await step(context, person, id)
      return listMonths(context, person)
    }

  return {
    list: (person: Person) => listMonths(context, person),
    begin: (person: Person, body: z.output<typeof beginMonth.body>) => beginImport(context, person, body),
    check: thenList(startCheck),
    publish: thenList(startPublishing),
    discard: thenList(discardImport),
    discardOpen: (organisationId: string) => discardOpenImports(context, organisationId),

    /** Reports on months that name such a household. */
    async listNaming(tx: Tx, isOne: IsErased): Promise<HouseholdFile['named_in']> {
      const named = (await repo.listOutcomes(tx)).filter(({ outcome }) => namesOne(outcome, isOne))
      return named.map(({ month, begunAt }) => ({ what: 'month_report', name: month, at: begunAt.toISOString() }))
    },
  }
}

async function listMonths({ needToKnow, snapshots, inOrganisation }: ImportContext, person: Person): Promise<Months> {
  const { organisationId } = person
  const { hidden } = await needToKnow.of(person)
  const months = await snapshots.months.list(organisationId)
  const found = await inOrganisation({ organisationId }, (tx) => repo.latest(tx))
  const name = `${found?.firstName ?? ''} ${found?.lastName ?? ''}`.trim()
  return {
    months: months.map(({ month, householdCount, importedAt }) => ({
      month,
      household_count: householdCount,
      imported_at: importedAt.toISOString(),
    })),
    handover: found ? describeImport(found.row, name || found.email, hidden) : null,
  }
}
