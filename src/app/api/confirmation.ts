/** For a remembered person: reads are sent, changes wait for the server's confirmation. */

let confirm: (() => Promise<void>) | null = null

/** Makes changes wait for `confirmPerson`, which throws if the server does not confirm. */
export function holdChanges(confirmPerson: () => Promise<void>): void {
  confirm = confirmPerson
}

/** Lets changes through again. */
export function releaseChanges(): void {
  confirm = null
}

/** Whether changes wait. */
export const areChangesHeld = (): boolean => confirm !== null

/** Resolves once changes may be sent. @throws why the person is not confirmed */
export const changesAllowed = async (): Promise<void> => confirm?.()
