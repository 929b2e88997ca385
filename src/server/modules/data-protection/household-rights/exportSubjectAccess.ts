import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { exportSubjectAccess, HouseholdFile } from '#contract/data-protection/householdRights'
import { Fault } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { allowExport, purposeInWords, type NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../../platform/files/service'
import { subjectAccessPdf } from './subjectAccessPdf'

export interface SubjectAccessDependencies {
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly files: Pick<FilesService, 'put' | 'getUrl'>
  readonly readFile: (person: Person, reference: string) => Promise<HouseholdFile>
}

/**
 * Stores everything held on a household. @returns an address, valid for five minutes
 * @throws Fault 403 or 409 for a role that is not shown everything; 404 where nothing is held; 422 without a purpose
 */
export const createExportSubjectAccess =
  ({ audit, needToKnow, files, readFile }: SubjectAccessDependencies) =>
  async (person: Person, wanted: z.output<typeof exportSubjectAccess.body>): Promise<string> => {
    const { household_reference: reference, format, purpose } = wanted
    const own = await needToKnow.of(person)
    const chosen = allowExport(own, purpose)
    if (own.hidden.size > 0) {
      throw new Fault(
        409,
        'not_shown_to_role',
        'Your role is not shown everything that is held, and the file must hold it all. Somebody who is shown everything can make it.',
      )
    }
    const file = await readFile(person, reference)
    const key = `exports/${person.organisationId}/subject-access-${randomUUID()}.${format}`
    const [content, type] =
      format === 'json'
        ? [Buffer.from(JSON.stringify(file, null, 2)), 'application/json']
        : [await subjectAccessPdf(file, new Date()), 'application/pdf']
    await audit.record(person, 'export', `subject access (${format})${purposeInWords(chosen)}`, 1)
    await files.put(key, content, type)
    return files.getUrl(key, { expiresInSeconds: EXPORT_GOOD_FOR_SECONDS, downloadName: `subject-access.${format}` })
  }
