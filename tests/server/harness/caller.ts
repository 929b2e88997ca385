import type { FilterRequest } from '../../../src/contract/households/filters'
import { keyHeaderFor } from './idempotencyKey'
import type { TestServer } from './server'
import type { SeededPerson } from './seed'

/** Selected filters in the shape of the wire; each list by filter name. */
export function selected(
  filters: Record<string, readonly string[]> = {},
  dynamic: Record<string, readonly string[]> = {},
): FilterRequest {
  const list = (values: Record<string, readonly string[]>) =>
    Object.entries(values).map(([filter_name, names]) => ({ filter_name, filter_value_list: [...names] }))
  return { filter_request_list: list(filters), dynamic_filter_value_request_list: list(dynamic) }
}

/** Calls the API as somebody who is signed in, each idempotent call with a new key unless the headers have one. */
export async function callAs(server: TestServer, person: SeededPerson, organisation?: 'ashford' | 'brynmor') {
  return callWith(server, await server.signedIn(person, organisation))
}

/** The same with a session of one's own. */
export function callWith(server: Pick<TestServer, 'app'>, session: Record<string, string>) {
  return {
    get: (url: string, headers: Record<string, string> = {}) =>
      server.app.inject({ method: 'GET', url, headers: { ...session, ...headers } }),
    post: (url: string, payload: object | string, headers: Record<string, string> = {}) =>
      server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json', ...session, ...keyHeaderFor(url), ...headers },
      }),
  }
}
