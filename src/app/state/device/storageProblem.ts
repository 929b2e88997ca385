/** What keeps this device from keeping data, in words. */
import { appStore, atom } from '../store'

export interface StorageProblem {
  readonly kind: 'refused' | 'full' | 'failed' | 'unreadable' | 'erased'
  readonly message: string
}
export const storageProblemAtom = atom<StorageProblem | null>(null)

export const KEEPING_REFUSED =
  'This browser does not let Doorstep keep anything, as in a private window. Campaign drafts, and templates ' +
  'made while offline, are lost when this page is closed.'
export const FULL =
  'This device has no room left. Your last change is on screen but was not kept: free some space, or remove ' +
  'drafts that you no longer need, then change something to try again.'
export const FULL_AT_START =
  'This device has no room left, so that Doorstep cannot keep anything: campaign drafts, and templates made while ' +
  'offline, are lost when this page is closed. Free some space, then reload the page.'
export const FAILED =
  'This device could not keep your last change. It is still on screen: change something to try again.'
export const OUTDATED =
  'A newer version of Doorstep, in another tab, has taken over what this device keeps. Your last change is on screen ' +
  'but was not kept: copy what you typed, then reload this page.'
export const NO_KEY =
  'Doorstep could not get the key to what this device keeps for you. What waits here stays; new campaign drafts, and ' +
  'templates made while offline, are lost when this page is closed. Reload the page to try again.'
const unreadable = (count: number) =>
  count === 1
    ? 'One record on this device could not be read and was set aside. Everything else is as it was.'
    : `${count} records on this device could not be read and were set aside. Everything else is as it was.`

/** Already in {@link storageProblemAtom}. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
  constructor(options?: ErrorOptions) {
    super(FULL, options)
  }
}

/** Reports what is quarantined. */
export async function reportQuarantined({
  quarantined,
}: {
  readonly quarantined: { list(): Promise<readonly unknown[]> }
}): Promise<void> {
  const count = (await quarantined.list()).length
  if (count > 0) appStore.set(storageProblemAtom, { kind: 'unreadable', message: unreadable(count) })
  else clearProblem('unreadable')
}

/** Where the problem shown is one of these. */
export function clearProblem(...kinds: StorageProblem['kind'][]): void {
  const problem = appStore.get(storageProblemAtom)
  if (problem && kinds.includes(problem.kind)) appStore.set(storageProblemAtom, null)
}
