import type { RoleNeedToKnow } from '../need-to-know/service'
import { memoizeBySnapshot } from '../snapshots/memoize'
import type { LoadedSnapshot } from '../snapshots/service'
import { bindCatalogue, withoutColumns, type SnapshotCatalogue } from './boundCatalogue'
import { readFacts } from './facts'

/** A few hundred kB each. */
export const CACHED_CATALOGUES = 32

export type ReadCatalogue = (snapshot: LoadedSnapshot, access: RoleNeedToKnow) => Promise<SnapshotCatalogue>

/** Binds the catalogue once per snapshot. */
export function createCatalogueReader(): ReadCatalogue {
  const cached = memoizeBySnapshot(CACHED_CATALOGUES, async (snapshot) => ({
    whole: bindCatalogue(await readFacts(snapshot)),
    restricted: new Map<string, SnapshotCatalogue>(),
  }))
  return async (snapshot, { hidden, key }) => {
    const { whole, restricted } = await cached(snapshot)
    if (hidden.size === 0) return whole
    const known = restricted.get(key) ?? withoutColumns(whole, hidden)
    restricted.set(key, known)
    return known
  }
}
