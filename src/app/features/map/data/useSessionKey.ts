import { sessionAtom } from '../../../state/session'
import { useAtomValue } from '../../../state/store'

/** Tells one signed-in person in one organisation from another: what is held in memory belongs to it. */
export function useSessionKey(): string {
  const person = useAtomValue(sessionAtom)
  return `${person?.email ?? ''} ${person?.organisation ?? ''}`
}
