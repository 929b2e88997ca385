import { countOf } from '../../lib/counts'
import { Notice } from '../../ui/notice/Notice'

/** Who may not be able to use what a message gives alone: a web address. Nothing where there are none. */
export function WebAlone({ households }: { households: number }) {
  if (households === 0) return null
  return (
    <Notice
      kind="warning"
      title={`This message gives a web address alone, and ${countOf(households, 'household')} may not be able to use it`}
    >
      <p>They are at a high risk of digital exclusion. Use a message that gives a telephone number too.</p>
    </Notice>
  )
}
