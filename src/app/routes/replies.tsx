import { RepliesScreen } from '../features/replies/RepliesScreen'

/** /replies */
export function Component() {
  return <RepliesScreen />
}
