import type { ImportContext } from './context'
import type { ImportKey } from './importFiles'
import { readOutcome } from './importOutcome'
import { publishChecked } from './importSnapshot'
import { createProgressReport } from './progressReport'
import * as repo from './repo'

const PUBLISH_FAILED = 'The month could not be published. Nothing was changed. Publish it again, or tell the helpdesk.'

/** Publishes a checked month. */
export async function runPublishing(context: ImportContext, of: ImportKey): Promise<void> {
  const { inOrganisation, kept } = context
  const row = await inOrganisation(of, (tx) => repo.find(tx, of.id))
  if (row?.state !== 'publishing') return
  const { slug, name } = await context.organisations.get(of.organisationId)
  const outcome = readOutcome(row)
  if (!outcome || !('checked' in outcome)) throw new Error('A month that is to be published was not checked.')
  const move = (change: repo.ImportChange) => inOrganisation(of, (tx) => repo.move(tx, of.id, ['publishing'], change))
  const { report, settled } = createProgressReport(move)
  try {
    await publishChecked(
      {
        into: { database: context.database, dataFolder: context.dataFolder, store: context.snapshotStore },
        organisation: { slug, name, domain: null },
        month: row.month,
        checked: outcome.checked,
        fetchWards: (path) => kept.fetch(of, 'checked-wards', path),
        fetchSnapshot: (path) => kept.fetch(of, 'snapshot', path),
        fetchContacts: row.hasContacts ? (path) => kept.fetch(of, 'checked-contacts', path) : undefined,
      },
      report,
    )
    await settled()
  } catch (error) {
    await move({ state: 'ready', doing: null, fraction: 0, failure: PUBLISH_FAILED })
    throw error
  }
  await move({ state: 'published', doing: null, fraction: 1, failure: null, outcome: null })
  await kept.remove(of)
}
