import { useLoaderData } from 'react-router-dom'
import { getAccessibilityContact } from '#contract/organisations/support'
import { call } from '../api/call'
import { Statement } from '../features/support/accessibility/Statement'

/** The contact, if the server answers; the statement shows regardless. */
export const loader = (): Promise<string | null> =>
  call(getAccessibilityContact).then(
    ({ support_email }) => support_email,
    () => null,
  )

/** /accessibility: for everybody, signed in or not. */
export function Component() {
  return <Statement contact={useLoaderData<typeof loader>()} />
}
