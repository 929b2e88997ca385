/** Milliseconds from a probe on in which nothing at all is heard: the line is silent. */
export const SILENCE = 2_500

/**
 * Waits for code that is being loaded: on a silent line browsers do so for minutes. Without the other parts of the API,
 * which the login page does not load. @throws what the loading threw; DOMException 'TimeoutError' on a silent line.
 */
export function orSilence<Code>(code: Promise<Code>): Promise<Code> {
  const probe = fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(SILENCE) })
  // Where it is answered, the code may take its time.
  return Promise.race([code, probe.then(() => code)])
}
