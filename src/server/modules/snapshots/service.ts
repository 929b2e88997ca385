export type { LoadedSnapshot, SnapshotsService } from './snapshot'
