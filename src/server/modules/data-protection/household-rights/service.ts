/** docs/product.md#rights-desk */
import type { CampaignsService } from '../../campaigns/campaigns/service'
import type { SearchAnswer } from '../../campaigns/replies/searchHouseholds'
import type { RepliesService } from '../../campaigns/replies/service'
import type { Person } from '../../../http/person'
import type { NewMark } from '../../households/contacts/service'
import type { Actor } from '../../organisations/audit/service'
import { createCorrections } from './correctContacts'
import { createErasures } from './eraseHouseholds'
import type { ErasureDependencies } from './eraseEverywhere'
import { createExportSubjectAccess, type SubjectAccessDependencies } from './exportSubjectAccess'
import { createReadHouseholdFile, type HouseholdFileDependencies } from './householdFile'

export type HouseholdRightsService = ReturnType<typeof createHouseholdRightsService>

/** Registers its job: call before the queue starts. */
export function createHouseholdRightsService(
  deps: HouseholdFileDependencies &
    ErasureDependencies &
    Omit<SubjectAccessDependencies, 'readFile'> & {
      readonly campaigns: Pick<CampaignsService, 'correctLists' | 'stopContacting'>
      readonly replies: Pick<RepliesService, 'search'>
    },
) {
  const { database, campaigns } = deps
  const readFile = createReadHouseholdFile(deps)
  return {
    findHouseholds: (person: Person, words: string): Promise<SearchAnswer> =>
      deps.replies.search(person, words, 'rights desk, a search'),
    readFile,
    exportSubjectAccess: createExportSubjectAccess({ ...deps, readFile }),
    corrections: createCorrections(deps),
    erasures: createErasures(deps),

    /** @returns how many messages under way will not be sent. @throws Fault 409 or 422 */
    markDoNotContact: (by: Actor, mark: NewMark): Promise<number> =>
      database.forOrganisation(by.organisationId, (tx) => campaigns.stopContacting(tx, by, mark)),
  }
}
