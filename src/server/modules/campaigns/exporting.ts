/** The export of campaigns that have no report: which households they were for. Never more of them than that. */
import { Readable } from 'node:stream'
import { csvLine } from '../../csv'
import type { Database } from '../../db/database'
import { conflict } from '../../faults'
import type { Person } from '../../person'
import type { AuditService } from '../audit/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../files/service'
import { namedRecipients } from '../recipients/service'
import { campaignNotFound } from './lifecycle'
import { requireList, workOf } from './present'
import * as repo from './repo'

/** Exports of campaigns to save. */
export function createExporting({
  database,
  audit,
  files,
}: {
  database: Database
  audit: AuditService
  files: FilesService
}) {
  return {
    /**
     * Writes the references of a campaign's households as CSV. A later export takes the file's place.
     * @returns an address of it, good for five minutes.
     * @throws Fault 404 'Campaign not found'; 409 for pension credit, which has a report, and while it is being prepared.
     */
    async exportReferences(person: Person, id: number): Promise<string> {
      const { organisationId } = person
      const campaign = await database.forOrganisation(organisationId, async (tx) => {
        const found = await repo.findCampaign(tx, id)
        if (!found) throw campaignNotFound()
        if (found.benefitName === 'pension_credit') {
          throw conflict('This is a pension credit campaign: export its summary instead.', 'has_summary')
        }
        requireList(found)
        await audit.recordIn(tx, person, 'export', `household references of campaign ${id}`, found.preparedCount)
        return found
      })
      const name = `campaign-${id}-household-references.csv`
      const key = `exports/${organisationId}/${name}`
      await files.put(key, Readable.from(lines(database, campaign)), 'text/csv; charset=utf-8')
      return files.getUrl(key, { expiresInSeconds: EXPORT_GOOD_FOR_SECONDS, downloadName: name })
    },
  }
}

async function* lines(database: Database, campaign: repo.CampaignRow): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(['household_reference', 'status']))
  for await (const rows of namedRecipients(database, workOf(campaign))) {
    yield Buffer.from(rows.map((row) => csvLine([row.householdReference, row.state.replaceAll('_', ' ')])).join(''))
  }
}
