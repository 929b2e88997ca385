/** Whom this document is for: another tab may sign somebody else in, whom nothing of it may be sent as. */
import { getSessionUser, PERSON_HEADER } from '#contract/organisations/session'
import type { Endpoint } from '#contract/endpoint'

export const ANOTHER_PERSON = 'another_person'

let person: string | null = null

/** Notes the first person that the server confirms to this document. */
export function notePerson({ path }: Pick<Endpoint, 'path'>, response: Response): void {
  if (path === getSessionUser.path) person ??= response.headers.get(PERSON_HEADER)
}

/** Names the person in every call but the one that asks who it is. */
export const personHeaders = ({ path }: Pick<Endpoint, 'path'>): Record<string, string> =>
  person === null || path === getSessionUser.path ? {} : { [PERSON_HEADER]: person }

/** Before the page itself changes whom it is for. @returns takes that back */
export function releasePerson(): () => void {
  const before = person
  person = null
  return () => (person = before)
}

let listener: () => void = () => {}

/** Registers what happens once the session is somebody else's. */
export function onAnotherPerson(happens: () => void): void {
  listener = happens
}

/** Reports a refusal for that, unless the page itself made the change. */
export function notifyAnotherPerson(): void {
  if (person !== null) listener()
}
