import type { Sandbox } from '../../../clients/sandbox'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Queue } from '../../../jobs/queue'
import type { Scratch } from '../../../lib/scratch'
import type { AuditService } from '../../organisations/audit/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { FilesService } from '../../platform/files/service'
import type { UploadsService } from '../../platform/files/uploads'
import type { MonthTokensService } from '../month-tokens/service'
import type { NeedToKnowService } from '../need-to-know/service'
import type { SnapshotStore } from '../snapshots/files'
import type { SnapshotsService } from '../snapshots/service'
import type { createImportFiles, ImportKey } from './importFiles'
import type { MonthCampaigns } from './monthCampaigns'
import type { CountReplacedContacts } from './replacedContacts'

export interface ImportsDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly monthTokens: Pick<MonthTokensService, 'findPublisher'>
  readonly files: FilesService
  readonly uploads: UploadsService
  readonly organisations: OrganisationsService
  readonly snapshots: SnapshotsService
  readonly snapshotStore: SnapshotStore | undefined
  readonly monthCampaigns: MonthCampaigns
  readonly scratch: Scratch
  readonly sandbox: Sandbox
  readonly dataFolder: string
  readonly publicUrl: string
  readonly now: () => Date
}

export interface ImportContext extends ImportsDependencies {
  readonly kept: ReturnType<typeof createImportFiles>
  readonly countReplacedContacts: CountReplacedContacts
  readonly inOrganisation: <T>(of: Pick<ImportKey, 'organisationId'>, work: (tx: Tx) => Promise<T>) => Promise<T>
}
