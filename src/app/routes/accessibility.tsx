import { useLoaderData } from 'react-router-dom'
import { getAccessibilityContact } from '#contract/support'
import { call } from '../api/call'
import { Statement } from '../features/accessibility/Statement'

/** Whom to write to. The statement is there without an answer too. */
export const loader = (): Promise<string | null> =>
  call(getAccessibilityContact).then(
    ({ support_email }) => support_email,
    () => null,
  )

/** /accessibility: for everybody, signed in or not. */
export function Component() {
  return <Statement contact={useLoaderData<typeof loader>()} />
}
