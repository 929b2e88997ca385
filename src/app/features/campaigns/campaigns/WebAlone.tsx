import { formatCount } from '../../../lib/counts'
import { Notice } from '../../../ui/notice/Notice'

/** Warns about households that may be unable to use a message's only contact, a web address. */
export function WebAlone({ households }: { households: number }) {
  if (households === 0) return null
  return (
    <Notice
      kind="warning"
      title={`This message gives a web address alone, and ${formatCount(households, 'household')} may not be able to use it`}
    >
      <p>They are at a high risk of digital exclusion. Use a message that gives a telephone number too.</p>
    </Notice>
  )
}
