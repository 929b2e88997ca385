/** Milliseconds after a probe without any answer: the line is silent. */
export const SILENCE = 2_500

/**
 * Waits for loading code: on a silent line browsers do so for minutes. Independent of the rest of the API, which the
 * login page does not load. @throws the loading's error; DOMException 'TimeoutError' on a silent line
 */
export function orSilence<Code>(code: Promise<Code>): Promise<Code> {
  const probe = fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(SILENCE) })
  // After an answer, the code may take its time.
  return Promise.race([code, probe.then(() => code)])
}
