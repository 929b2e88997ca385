/** The app may be open for whom the device remembers: reads may leave, changes wait until the server confirms them. */

let confirm: () => Promise<void> = async () => {}

/** From now on each change first waits for `confirmPerson`, which throws where the server does not confirm. */
export function holdChanges(confirmPerson: () => Promise<void>): void {
  confirm = confirmPerson
}

/** The person is confirmed. */
export function releaseChanges(): void {
  confirm = async () => {}
}

/** Resolves once changes may leave. @throws why the server does not confirm the person. */
export const changesAllowed = (): Promise<void> => confirm()
