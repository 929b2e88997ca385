import { SILENCE_LIMIT } from './body'
import { NetworkFailure, Refused } from './errors'
import { reportHeard, reportUnreachable } from './connectivity'

/* XMLHttpRequest: fetch reports no upload progress. */

export interface PutFileOptions {
  readonly contentType: string
  readonly signal: AbortSignal
  /** 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** PUTs to a signed address. @throws Refused, NetworkFailure, the signal's reason */
export function putFile(
  address: string,
  file: Blob,
  { contentType, signal, onProgress }: PutFileOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    let silence: ReturnType<typeof setTimeout> | undefined
    const expectSomething = () => {
      clearTimeout(silence)
      silence = setTimeout(() => fail(new NetworkFailure()), SILENCE_LIMIT)
    }
    const end = () => {
      clearTimeout(silence)
      signal.removeEventListener('abort', giveUp)
    }
    const fail = (error: unknown) => {
      end()
      request.abort()
      if (error instanceof NetworkFailure) reportUnreachable()
      reject(error)
    }
    const giveUp = () => fail(signal.reason)
    request.upload.onprogress = ({ loaded, total }) => {
      reportHeard()
      expectSomething()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      if (request.status < 200 || request.status >= 300)
        return fail(new Refused(request.status, `The file was refused (${request.status}).`))
      end()
      resolve()
    }
    request.onerror = () => fail(new NetworkFailure())
    signal.addEventListener('abort', giveUp, { once: true })
    request.open('PUT', address)
    request.setRequestHeader('content-type', contentType)
    // Signed: S3 must not replace anything.
    request.setRequestHeader('if-none-match', '*')
    request.send(file)
    expectSomething()
  })
}

/** Whether a signed address still works; true if CORS hides it. */
export async function isAddressGood(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal })
    await answer.body?.cancel()
    return answer.ok
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TypeError) return true
    throw error
  }
}
