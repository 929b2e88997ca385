/** Milliseconds after a probe: the connection is unresponsive. */
export const SILENCE = 2_500

/**
 * Gives up loading code on an unresponsive connection.
 * @throws the loading's error; DOMException 'TimeoutError'
 */
export function orSilence<Code>(code: Promise<Code>): Promise<Code> {
  const probe = fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(SILENCE) })
  // Answered: the code may take its time.
  return Promise.race([code, probe.then(() => code)])
}
