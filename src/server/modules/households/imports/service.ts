import { createReadStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { beginMonth, HandoverState, MonthFile, Months } from '#contract/households/imports'
import type { Sandbox } from '../../../clients/sandbox'
import type { HouseholdFile } from '#contract/data-protection/householdRights'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput, notFound } from '../../../http/faults'
import type { JobKind, Queue } from '../../../jobs/queue'
import type { Person } from '../../../http/person'
import type { Scratch } from '../../../lib/scratch'
import type { NeedToKnowService } from '../need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import { namesOne, type IsErased } from '../../platform/erasure-ledger/service'
import type { FilesService } from '../../platform/files/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { SnapshotsService } from '../snapshots/service'
import { MONTH_FILES } from './monthMessages'
import type { SnapshotStore } from '../snapshots/files'
import { publishChecked } from './importSnapshot'
import { checkInProcess } from './checkProcess'
import { createHandoverFiles, type Handed } from './handoverFiles'
import { asWire, outcomeOf } from './outcome'
import { createProgressReport } from './progressReport'
import * as repo from './repo'

export interface ImportsDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly files: FilesService
  readonly organisations: OrganisationsService
  readonly snapshots: SnapshotsService
  readonly snapshotStore: SnapshotStore | undefined
  readonly scratch: Scratch
  readonly sandbox: Sandbox
  readonly dataFolder: string
}

const workSchema = z.object({ organisationId: z.uuid(), id: z.uuid() })

const ONE_HOUR = 60 * 60
/** By then an unpublished month is deleted. */
const FORGET_AFTER_SECONDS = 7 * 24 * ONE_HOUR

const CHECK_MONTH: JobKind<Handed> = { name: 'check-month', data: workSchema, expiresInSeconds: ONE_HOUR }
const PUBLISH_MONTH: JobKind<Handed> = { name: 'publish-month', data: workSchema, expiresInSeconds: ONE_HOUR }
const FORGET_MONTH: JobKind<Handed> = { name: 'forget-month', data: workSchema }

const CHECK_FAILED = 'The files could not be checked. Nothing was changed. Hand them over again, or tell the helpdesk.'
const PUBLISH_FAILED = 'The month could not be published. Nothing was changed. Publish it again, or tell the helpdesk.'

const DISCARDABLE: readonly HandoverState[] = ['uploading', 'checking', 'ready', 'faulty', 'failed']

export type ImportsService = ReturnType<typeof createImportsService>

/** Registers its jobs: call before the queue starts. */
export function createImportsService(deps: ImportsDependencies) {
  const { database, queue, audit, organisations, snapshots } = deps
  const kept = createHandoverFiles(deps.files)

  queue.work(CHECK_MONTH, check)
  queue.work(PUBLISH_MONTH, publish)
  queue.work(FORGET_MONTH, async (of) => {
    const row = await inOrganisation(of, async (tx) => {
      await repo.move(tx, of.id, DISCARDABLE, { state: 'discarded', outcome: null })
      return repo.find(tx, of.id)
    })
    if (row?.state !== 'publishing') await kept.remove(of)
  })

  const inOrganisation = <T>(
    { organisationId }: Pick<Handed, 'organisationId'>,
    work: Parameters<typeof database.forOrganisation<T>>[1],
  ) => database.forOrganisation(organisationId, work)

  async function list(person: Person): Promise<Months> {
    const { organisationId } = person
    const { hidden } = await deps.needToKnow.of(person)
    const months = await snapshots.months(organisationId)
    const found = await inOrganisation({ organisationId }, (tx) => repo.latest(tx))
    const name = `${found?.firstName ?? ''} ${found?.lastName ?? ''}`.trim()
    return {
      months: months.map(({ month, householdCount, importedAt }) => ({
        month,
        household_count: householdCount,
        imported_at: importedAt.toISOString(),
      })),
      handover: found ? asWire(found.row, name || found.email, hidden) : null,
    }
  }

  /** Ends quietly when somebody discarded the month meanwhile. */
  async function check(of: Handed, stopping: AbortSignal): Promise<void> {
    const row = await inOrganisation(of, (tx) => repo.find(tx, of.id))
    if (row?.state !== 'checking') return
    const discarded = new AbortController()
    const { report, settled } = createProgressReport(
      (change) => inOrganisation(of, (tx) => repo.move(tx, of.id, ['checking'], change)),
      () => discarded.abort(),
    )
    try {
      await deps.scratch.withPath(async (folder) => {
        await mkdir(folder, { mode: 0o700 })
        const signal = AbortSignal.any([stopping, discarded.signal])
        const before = await prepare(of, row, folder)
        const answer = await checkInProcess(deps.sandbox, folder, before.task, signal, report)
        await settled()
        if ('faults' in answer) {
          const isFaulty = await inOrganisation(of, (tx) =>
            repo.move(tx, of.id, ['checking'], { state: 'faulty', outcome: answer }),
          )
          if (isFaulty) await kept.remove(of)
          return
        }
        await kept.put(of, 'snapshot', createReadStream(join(folder, MONTH_FILES.snapshot)))
        if (row.hasContacts)
          await kept.put(of, 'checked-contacts', createReadStream(join(folder, MONTH_FILES.checkedContacts)))
        const outcome = { ...answer, comparedWith: before.month }
        const isReady = await inOrganisation(of, (tx) =>
          repo.move(tx, of.id, ['checking'], { state: 'ready', outcome }),
        )
        if (!isReady) await kept.remove(of)
      })
    } catch (error) {
      if (discarded.signal.aborted) return kept.remove(of)
      // Another server, or the next start, resumes.
      if (stopping.aborted) throw error
      const change = { state: 'failed', failure: CHECK_FAILED } as const
      if (await inOrganisation(of, (tx) => repo.move(tx, of.id, ['checking'], change))) await kept.remove(of)
      throw error
    }
  }

  async function prepare(of: Handed, row: repo.HandoverRow, folder: string) {
    await kept.fetch(of, 'households', join(folder, MONTH_FILES.households))
    if (row.hasContacts) await kept.fetch(of, 'contacts', join(folder, MONTH_FILES.contacts))
    const before = await snapshots.toCompareWith(of.organisationId, row.month)
    if (before) await copyFile(before.path, join(folder, MONTH_FILES.before))
    if (row.hasWards) await kept.fetch(of, 'wards', join(folder, MONTH_FILES.wards))
    else await writeFile(join(folder, MONTH_FILES.wards), before?.wardsGeoJson ?? '')
    return {
      month: before?.month ?? null,
      task: before?.localAuthority ? { localAuthority: before.localAuthority } : {},
    }
  }

  async function publish(of: Handed): Promise<void> {
    const row = await inOrganisation(of, (tx) => repo.find(tx, of.id))
    if (row?.state !== 'publishing') return
    const { slug, name } = await organisations.get(of.organisationId)
    const outcome = outcomeOf(row)
    if (!outcome || !('checked' in outcome)) throw new Error('A month that is to be published was not checked.')
    const { report, settled } = createProgressReport((change) =>
      inOrganisation(of, (tx) => repo.move(tx, of.id, ['publishing'], change)),
    )
    try {
      await publishChecked(
        {
          into: { database, dataFolder: deps.dataFolder, store: deps.snapshotStore },
          organisation: { slug, name, domain: null },
          month: row.month,
          checked: outcome.checked,
          fetchSnapshot: (path) => kept.fetch(of, 'snapshot', path),
          fetchContacts: row.hasContacts ? (path) => kept.fetch(of, 'checked-contacts', path) : undefined,
        },
        report,
      )
      await settled()
    } catch (error) {
      const change = { state: 'ready', doing: null, fraction: 0, failure: PUBLISH_FAILED } as const
      await inOrganisation(of, (tx) => repo.move(tx, of.id, ['publishing'], change))
      throw error
    }
    await inOrganisation(of, (tx) =>
      repo.move(tx, of.id, ['publishing'], {
        state: 'published',
        doing: null,
        fraction: 1,
        failure: null,
        outcome: null,
      }),
    )
    await kept.remove(of)
  }

  return {
    list,

    /** @throws Fault 409 while another month is open, and in the demo; 422 without wards */
    async begin(person: Person, body: z.output<typeof beginMonth.body>): Promise<z.input<typeof beginMonth.reply>> {
      const { organisationId } = person
      if ((await organisations.get(organisationId)).isDemo)
        throw conflict(
          'This organisation belongs to the demo, which holds nothing real. Months are handed over in an organisation of your own.',
        )
      if (body.wards === undefined && (await snapshots.months(organisationId)).length === 0)
        throw invalidInput({ wards: 'The first month needs a file of wards too.' })
      const id = await inOrganisation(person, async (tx) => {
        const added = await repo.add(tx, {
          organisationId,
          month: body.month,
          hasContacts: body.contacts !== undefined,
          hasWards: body.wards !== undefined,
          begunBy: person.userId,
        })
        if (added === undefined) throw conflict('A month is being handed over already. Publish or discard it first.')
        await queue.send(tx, FORGET_MONTH, { organisationId, id: added }, { afterSeconds: FORGET_AFTER_SECONDS })
        return added
      })
      const address = async (file: MonthFile) => {
        const bytes = body[file]
        return bytes === undefined ? undefined : kept.putUrl({ organisationId, id }, file, bytes)
      }
      const households = await kept.putUrl({ organisationId, id }, 'households', body.households)
      return { id, addresses: { households, contacts: await address('contacts'), wards: await address('wards') } }
    },

    /** @throws Fault 404; 409 when a file is missing or the month is not being uploaded */
    async check(person: Person, id: string): Promise<Months> {
      const { organisationId } = person
      const row = await inOrganisation(person, (tx) => repo.find(tx, id))
      if (!row) throw noSuchMonth()
      const files: MonthFile[] = ['households']
      if (row.hasContacts) files.push('contacts')
      if (row.hasWards) files.push('wards')
      for (const file of files) {
        if (row.state === 'uploading' && !(await kept.isUploaded({ organisationId, id }, file)))
          throw conflict('Not all of the files have arrived. Upload them again.')
      }
      await inOrganisation(person, async (tx) => {
        const change = { state: 'checking', doing: 'Waiting', fraction: 0 } as const
        if (!(await repo.move(tx, id, ['uploading'], change))) throw notNow()
        await queue.send(tx, CHECK_MONTH, { organisationId, id })
        await audit.recordIn(tx, person, 'month_checked', row.month)
      })
      return list(person)
    },

    /** @throws Fault 404; 409 when it is not checked */
    async publish(person: Person, id: string): Promise<Months> {
      const { organisationId } = person
      await inOrganisation(person, async (tx) => {
        const row = await repo.find(tx, id)
        if (!row) throw noSuchMonth()
        const change = { state: 'publishing', doing: 'Waiting', fraction: 0, failure: null } as const
        if (!(await repo.move(tx, id, ['ready'], change))) throw notNow()
        await queue.send(tx, PUBLISH_MONTH, { organisationId, id })
        const outcome = outcomeOf(row)
        const count = outcome && 'checked' in outcome ? outcome.checked.householdCount : undefined
        await audit.recordIn(tx, person, 'month_published', row.month, count)
      })
      return list(person)
    },

    /** @throws Fault 404; 409 once it is being published */
    async discard(person: Person, id: string): Promise<Months> {
      const { organisationId } = person
      await inOrganisation(person, async (tx) => {
        const row = await repo.find(tx, id)
        if (!row) throw noSuchMonth()
        const change = { state: 'discarded', outcome: null, failure: null } as const
        if (!(await repo.move(tx, id, DISCARDABLE, change))) throw notNow()
        await audit.recordIn(tx, person, 'month_discarded', row.month)
      })
      await kept.remove({ organisationId, id })
      return list(person)
    },

    async naming(tx: Tx, isOne: IsErased): Promise<HouseholdFile['named_in']> {
      const named = (await repo.outcomes(tx)).filter(({ outcome }) => namesOne(outcome, isOne))
      return named.map(({ month, begunAt }) => ({ what: 'month_report', name: month, at: begunAt.toISOString() }))
    },

    /** Discards unfinished and faulty months: their files and reports may name an erased household. */
    async discardOpen(organisationId: string): Promise<void> {
      const change = { state: 'discarded', outcome: null, failure: null } as const
      const discarded = await inOrganisation({ organisationId }, (tx) => repo.moveAll(tx, DISCARDABLE, change))
      for (const { id } of discarded) await kept.remove({ organisationId, id })
    },
  }
}

const noSuchMonth = () => notFound('There is no such month.')
const notNow = () => conflict('The month has moved on meanwhile. Look at it again.')
