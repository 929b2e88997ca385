import { Eye } from 'lucide-react'
import { useState } from 'react'
import { explainError } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
import { ROLE_NAMES } from '../../../state/session'
import { useSession, viewedAsAtom } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { OWN_VIEW, requestView } from '../../../state/device/leave'
import { Button } from '../../../ui/button/Button'
import styles from './ViewAsBanner.module.css'

/** The temporary view, with a way out; above every page. */
export function ViewAsBanner() {
  const viewedAs = useAtomValue(viewedAsAtom)
  const { organisation, role } = useSession()
  const whyNot = useReasonOffline('Returning to your own view needs')
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!viewedAs) return null

  const leave = async () => {
    setIsPending(true)
    setProblem(null)
    try {
      // On success the page is replaced, and the button stays pending.
      if (!(await requestView(OWN_VIEW))) setIsPending(false)
    } catch (error) {
      setProblem(explainError(error))
      setIsPending(false)
    }
  }
  const words = problem ?? whyNot
  return (
    <section className={styles.banner} aria-label="View as">
      <Eye aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p>
          You are viewing Doorstep as <strong>{ROLE_NAMES[role]}</strong> of <strong>{organisation}</strong>
        </p>
        {words === null ? null : <p role="status">{words}</p>}
      </div>
      <Button isDisabled={whyNot !== null} isPending={isPending} onPress={() => void leave()}>
        Return to your own view
      </Button>
    </section>
  )
}
