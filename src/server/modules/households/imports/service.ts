import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { beginMonth, Months } from '#contract/households/imports'
import type { HouseholdMention } from '#contract/households/namedIn'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import { namesOne, type IsErased } from '../../platform/erasure-ledger/service'
import type { TokenHolder } from '../month-tokens/service'
import { beginImportByToken, beginImport } from './beginImport'
import { bringBack, describeBringBack, forgetReplaced } from './bringBack'
import type { ImportContext, ImportsDependencies } from './context'
import { readHandover, receiveFile } from './handover'
import { createImportFiles } from './importFiles'
import { registerImportJobs } from './importJobs'
import { describeImport } from './importOutcome'
import { findImpossibility } from './possibleMonths'
import { discardImport, discardOpenImports, startCheck, startPublishing } from './importSteps'
import { createReplacedContactsCount } from './replacedContacts'
import * as repo from './repo'

export type ImportsService = ReturnType<typeof createImportsService>

/** Registers its jobs: call before the queue starts. */
export function createImportsService(deps: ImportsDependencies) {
  const context: ImportContext = {
    ...deps,
    kept: createImportFiles(deps.files, deps.uploads),
    countReplacedContacts: createReplacedContactsCount(),
    inOrganisation: ({ organisationId }, work) => deps.database.forOrganisation(organisationId, work),
  }
  registerImportJobs(context)
  const thenList =
    <Which>(step: (on: ImportContext, person: Person, which: Which) => Promise<void>) =>
    async (person: Person, which: Which): Promise<Months> => {
      await step(context, person, which)
      return listMonths(context, person)
    }

  return {
    /** Why there can be no such month, yyyy-mm-01. */
    findImpossibility: (month: string) => findImpossibility(month, deps.now()),
    list: (person: Person) => listMonths(context, person),
    begin: (person: Person, body: z.output<typeof beginMonth.body>) => beginImport(context, person, body),
    handover: {
      begin: (token: TokenHolder, body: z.output<typeof beginMonth.body>) => beginImportByToken(context, token, body),
      receive: (token: TokenHolder, which: Parameters<typeof receiveFile>[2], content: Readable) =>
        receiveFile(context, token, which, content),
      read: (token: TokenHolder, id: string) => readHandover(context, token, id),
    },
    check: thenList(startCheck),
    publish: thenList(startPublishing),
    discard: thenList(discardImport),
    bringBack: thenList(bringBack),
    discardOpen: (organisationId: string) => discardOpenImports(context, organisationId),

    /** @returns how many months and contacts */
    forgetReplaced: (organisationId: string, at: Date) => forgetReplaced(context, organisationId, at),

    /** Reports that name such a household. */
    async listNaming(tx: Tx, isOne: IsErased): Promise<HouseholdMention[]> {
      const named = (await repo.listOutcomes(tx)).filter(({ outcome }) => namesOne(outcome, isOne))
      return named.map(({ month, begunAt }) => ({ what: 'month_report', name: month, at: begunAt.toISOString() }))
    },
  }
}

async function listMonths(context: ImportContext, person: Person): Promise<Months> {
  const { needToKnow, organisations, snapshots, inOrganisation } = context
  const { organisationId } = person
  const { hidden } = await needToKnow.of(person)
  const { isDemo } = await organisations.get(organisationId)
  const months = await snapshots.months.list(organisationId)
  const { found, offer } = await inOrganisation({ organisationId }, async (tx) => ({
    found: await repo.latest(tx),
    offer: isDemo ? null : await describeBringBack(context, tx, organisationId),
  }))
  const name = `${found?.firstName ?? ''} ${found?.lastName ?? ''}`.trim() || (found?.email ?? null)
  return {
    months: months.map(({ month, householdCount, importedAt }) => ({
      month,
      household_count: householdCount,
      imported_at: importedAt.toISOString(),
    })),
    bring_back: offer,
    is_demo: isDemo,
    handover: found ? describeImport(found.row, found.token === null ? name : `token “${found.token}”`, hidden) : null,
  }
}
