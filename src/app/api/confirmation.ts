/** The app may be open for a remembered person: reads are sent, changes wait until the server confirms that person. */

let confirm: () => Promise<void> = async () => {}

/** Makes changes wait for `confirmPerson`, which throws if the server does not confirm. */
export function holdChanges(confirmPerson: () => Promise<void>): void {
  confirm = confirmPerson
}

/** Lets changes through again. */
export function releaseChanges(): void {
  confirm = async () => {}
}

/** Resolves once changes may be sent. @throws why the server does not confirm the person */
export const changesAllowed = (): Promise<void> => confirm()
