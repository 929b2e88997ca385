import { Readable } from 'node:stream'
import type { Database } from '../../../db/database'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { csvLine } from '../../../lib/csv'
import { allowExport, purposeInName, purposeInWords } from '../../households/need-to-know/service'
import { EXPORT_GOOD_FOR_SECONDS } from '../../platform/files/service'
import { readReferences, withoutErased } from '../recipients/recipientPages'
import { countListed } from '../recipients/repo'
import type { CampaignsDependencies } from './dependencies'
import { recordFewListed } from './fewListed'
import { requireListShown } from './listShown'
import { createWork } from './jobs'
import { requireList, withCampaign } from './moves'
import type { CampaignRow } from './repo'

/**
 * Stores the references as a CSV, replacing an earlier one.
 * @returns its address, valid for five minutes
 * @throws Fault 404; 409 for Pension Credit, or while being prepared
 */
export const createExportReferences =
  ({
    needToKnow,
    audit,
    database,
    files,
  }: Pick<CampaignsDependencies, 'needToKnow' | 'audit' | 'database' | 'files'>) =>
  async (person: Person, id: number, wanted: string | undefined): Promise<string> => {
    const own = await needToKnow.of(person)
    const purpose = allowExport(own, wanted)
    const campaign = await withCampaign(database, person, id, async (tx, found) => {
      if (found.benefitName === 'pension_credit') {
        throw conflict('This is a pension credit campaign: export its summary instead.', 'has_summary')
      }
      requireList(found)
      await requireListShown(tx, own, found)
      const subject = `household references of campaign ${id}${purposeInWords(purpose)}`
      await audit.recordIn(tx, person, 'export', subject, await countListed(tx, id))
      await recordFewListed(tx, person, id)
      return found
    })
    const name = `campaign-${id}-household-references${purposeInName(purpose)}.csv`
    const key = `exports/${person.organisationId}/${name}`
    await files.put(key, Readable.from(writeLines(database, campaign)), 'text/csv; charset=utf-8')
    return files.getUrl(key, { expiresInSeconds: EXPORT_GOOD_FOR_SECONDS, downloadName: name })
  }

async function* writeLines(database: Database, campaign: CampaignRow): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(['household_reference', 'status']))
  for await (const rows of withoutErased(readReferences(database, createWork(campaign)))) {
    yield Buffer.from(rows.map((row) => csvLine([row.householdReference, row.state.replaceAll('_', ' ')])).join(''))
  }
}
