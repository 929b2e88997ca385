/**
 * `fetch` without redirects; request and body share `milliseconds` and the given signal. Not `AbortSignal.any`: Node
 * may garbage-collect it, and the body would then be awaited forever.
 * @throws the signal's reason, or a `TimeoutError`
 */
export async function fetchWithin<Input>(
  milliseconds: number,
  fetchIt: (input: Input, init: RequestInit) => Promise<Response>,
  input: Input,
  init: RequestInit = {},
): Promise<Response> {
  const ending = new AbortController()
  const outer = init.signal
  outer?.throwIfAborted()
  outer?.addEventListener('abort', () => ending.abort(outer.reason), { once: true, signal: ending.signal })
  const timer = setTimeout(
    () => ending.abort(new DOMException('The answer took too long.', 'TimeoutError')),
    milliseconds,
  )
  timer.unref()
  const response = await fetchIt(input, { ...init, redirect: 'error', signal: ending.signal })
  if (!response.body) {
    clearTimeout(timer)
    return response
  }
  const { status, statusText, headers } = response
  const whole = new TransformStream<Uint8Array, Uint8Array>({ flush: () => clearTimeout(timer) })
  const body = response.body.pipeThrough(whole, { signal: ending.signal })
  return new Response(body, { status, statusText, headers })
}
