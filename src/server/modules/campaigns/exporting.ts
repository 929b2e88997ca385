/** The export of campaigns that have no report (decision 30): which households they were for. Never more of them than that. */
import { Readable } from 'node:stream'
import type { Database } from '../../db/database'
import { conflict } from '../../faults'
import type { Person } from '../../person'
import type { AuditService } from '../audit/service'
import type { FilesService } from '../files/service'
import { csvCell } from '../households/service'
import { recipientRows } from '../recipients/service'
import { campaignNotFound } from './lifecycle'
import { standingOf } from './present'
import * as repo from './repo'
import { refusal } from './states'

const GOOD_FOR_SECONDS = 5 * 60
const LINES_A_STATEMENT = 1_000

export function createExporting({ database, audit, files }: { database: Database; audit: AuditService; files: FilesService }) {
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
        if (found.preparedAt === null && found.status === 'Awaiting approval') {
          throw conflict(refusal('review', standingOf(found)), 'campaign_state')
        }
        await audit.recordIn(tx, person, 'export', `household references of campaign ${id}`, found.preparedCount)
        return found
      })
      const name = `campaign-${id}-household-references.csv`
      const key = `exports/${organisationId}/${name}`
      await files.put(key, Readable.from(lines(database, campaign)), 'text/csv; charset=utf-8')
      return files.getUrl(key, { expiresInSeconds: GOOD_FOR_SECONDS, downloadName: name })
    },
  }
}

async function* lines(database: Database, campaign: repo.CampaignRow): AsyncGenerator<Buffer> {
  yield Buffer.from('household_reference,status\r\n')
  for (let position = 0; ; ) {
    const rows = await database.forOrganisation(campaign.organisationId, (tx) =>
      recipientRows.referencesFrom(tx, campaign.id, position, LINES_A_STATEMENT),
    )
    const last = rows.at(-1)
    if (!last) return
    yield Buffer.from(rows.map((row) => `${csvCell(row.householdReference)},${row.state.replaceAll('_', ' ')}\r\n`).join(''))
    position = last.position + 1
  }
}
