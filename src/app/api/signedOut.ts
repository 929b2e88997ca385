let listener: () => void = () => {}

/** Registers what happens after a 401. */
export function onSignedOut(happens: () => void): void {
  listener = happens
}

/** Reports a 401. */
export function notifySignedOut(): void {
  listener()
}
