import { vi } from 'vitest'
import { onlineAtom } from '../state/connectivity'
import { appStore } from '../state/store'

/* For tests: stands in for the server behind `fetch`, and keeps what it was asked. */

/** What a path answers: JSON with 200, or a status with a body, or a refusal to connect. */
export type FakeAnswer =
  | { json: unknown; status?: number; headers?: Record<string, string> }
  | { text: string; status?: number; type?: string }
  | { fails: Error }

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string
  readonly init: RequestInit
  readonly body: unknown
}

/** Answers calls by path; a path without an answer is a 404. The answers may be changed while it runs. */
export function fakeServer(answers: Record<string, FakeAnswer>): SeenRequest[] {
  const seen: SeenRequest[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const path = input instanceof Request ? input.url : String(input)
    const answer = answers[path.split('?')[0] ?? '']
    if (!answer && path === '/health') return probed()
    seen.push({ path, init, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    if (!answer) return responseOf({ json: { detail: 'Not found', code: 'not_found' }, status: 404 })
    if ('fails' in answer) throw answer.fails
    return responseOf(answer)
  })
  return seen
}

/** The latest body that a path was sent, whatever else the page has asked since. */
export function lastBody(seen: readonly SeenRequest[], path: string): unknown {
  return seen.findLast((request) => request.path === path)?.body
}

/** A probe that the test says nothing about finds the line as the test left it, however much later it comes. */
function probed(): Response {
  if (!appStore.get(onlineAtom)) throw new TypeError('No line')
  return responseOf({ json: { status: 'ready' } })
}

function responseOf(answer: Exclude<FakeAnswer, { fails: Error }>): Response {
  const { status = 200 } = answer
  if ('json' in answer) {
    const headers = { 'content-type': 'application/json', ...answer.headers }
    return new Response(JSON.stringify(answer.json), { status, headers })
  }
  return new Response(answer.text, { status, headers: { 'content-type': answer.type ?? 'text/plain' } })
}

/** When messages may go out. */
export const SENDING_HOURS = { send_from: 8, send_until: 20, send_on_sundays: false }

/** A signed-in member of staff, as the wire has them. */
export const A_VIEWER = {
  email: 'viewer@northmere.example',
  temporary_organisation_name: null,
  organisation_auth_identifier: 'northmere',
  temporary_role_name: null,
  role_name: 'Viewer',
  erasure_count: 0,
} as const
