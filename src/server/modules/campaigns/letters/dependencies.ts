import type { BenefitName } from '#contract/households/benefits'
import type { Database } from '../../../db/database'
import type { FilesService } from '../../platform/files/service'
import type { PlaceholderValues } from '../recipients/template'
import type { Documents } from './documents/documents'
import type { LetterMark } from './documents/messages'

export interface TemplateDependencies {
  readonly database: Database
  readonly files: FilesService
  readonly documents: Documents
}

export interface PreviewDependencies extends TemplateDependencies {
  readonly commonValues: (organisationId: string, benefitName: BenefitName) => Promise<Partial<PlaceholderValues>>
  readonly marks: LetterMarks
}

/** At letters' ends; none without an instance key. */
export interface LetterMarks {
  of(
    organisationId: string,
  ): Promise<
    (campaignId: number, householdReference: string) => { readonly mark: LetterMark; readonly hash: string } | undefined
  >
  /** For previews. */
  example(organisationId: string): Promise<LetterMark>
}

export interface PrepareDependencies extends TemplateDependencies {
  readonly marks: LetterMarks
}
