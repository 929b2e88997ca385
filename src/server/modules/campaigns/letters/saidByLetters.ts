import type { Placeholder } from '#contract/campaigns/placeholders'
import type { Tx } from '../../../db/engine'
import { withPlaceholder } from './repo'

/** Keys of those letter templates among them that have a placeholder. */
export const lettersSaying = (tx: Tx, keys: readonly string[], name: Placeholder): Promise<ReadonlySet<string>> =>
  withPlaceholder(tx, keys, name)
