import type { Tx } from '../../../db/engine'
import * as repo from './repo'

/** With what an undo restores. */
export interface LastPublication extends repo.Publication {
  readonly before: repo.SnapshotRow
}

/** Undefined where there is nothing to go back to. */
export const findLastPublication = async (tx: Tx, organisationId: string): Promise<LastPublication | undefined> =>
  withMonthBefore(tx, organisationId, await repo.findPublication(tx, organisationId))

/** Locked. Undefined once it is not the last. */
export const lockLastPublication = async (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<LastPublication | undefined> => withMonthBefore(tx, organisationId, await repo.lockPublication(tx, id))

async function withMonthBefore(
  tx: Tx,
  organisationId: string,
  last: repo.Publication | undefined,
): Promise<LastPublication | undefined> {
  const before = last && (await repo.findMonthBefore(tx, organisationId, last.id))
  return before && { ...last, before }
}

/** Restores what it replaced. Its file is to be removed after the commit. */
export const undoPublication = (tx: Tx, organisationId: string, { id }: LastPublication): Promise<void> =>
  repo.undoPublication(tx, organisationId, id)
