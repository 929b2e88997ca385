import { vi } from 'vitest'

/* For tests: stands in for XMLHttpRequest, one PUT at a time. */

/** A PUT as it was sent, and what becomes of it. */
export interface SeenUpload {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  isAborted: boolean
  progress: (loaded: number, total: number) => void
  answer: (status: number) => void
  fail: () => void
}

/** @returns the uploads as they are begun. */
export function fakeUploads(): SeenUpload[] {
  const seen: SeenUpload[] = []
  class FakeRequest {
    status = 0
    readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    #address = ''
    #headers: Record<string, string> = {}
    #sent: SeenUpload | undefined
    open(_: string, address: string) {
      this.#address = address
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    send(body: unknown) {
      this.#sent = {
        address: this.#address,
        headers: this.#headers,
        body,
        isAborted: false,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (status) => {
          this.status = status
          this.onload?.()
        },
        fail: () => this.onerror?.(),
      }
      seen.push(this.#sent)
    }
    abort() {
      if (this.#sent) this.#sent.isAborted = true
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return seen
}
