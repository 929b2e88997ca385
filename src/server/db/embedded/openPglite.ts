import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

type Origin = Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>

/**
 * Opens PGlite with less memory for what is cached than its own 128 MB, all of which it would clear first: that is most of
 * a start. The system keeps what it reads from files, so that only the reading of whole large tables takes longer.
 */
export const openPglite = (origin: Origin): Promise<PGlite> =>
  PGlite.create({ ...origin, startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] })
