import { Eye } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { explainError } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
import { ROLE_NAMES, useSession, viewedAsAtom } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { OWN_VIEW, requestView } from '../../../state/device/leave'
import { Button } from '../../../ui/button/Button'
import styles from './ViewAsBanner.module.css'

/** The temporary view, with a way out; above every page. */
export function ViewAsBanner() {
  const viewedAs = useAtomValue(viewedAsAtom)
  const { organisation, role } = useSession()
  const whyNot = useReasonOffline('Returning to your own view needs')
  const { mutate, isPending, data: isLeaving = false, error } = useMutation({ mutationFn: () => requestView(OWN_VIEW) })
  if (!viewedAs) return null

  const words = error === null ? whyNot : explainError(error)
  return (
    <section className={styles.banner} aria-label="View as">
      <Eye aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p>
          You are viewing Doorstep as <strong>{ROLE_NAMES[role]}</strong> of <strong>{organisation}</strong>
        </p>
        {words === null ? null : <p role="status">{words}</p>}
      </div>
      <Button isDisabled={whyNot !== null} isPending={isPending || isLeaving} onPress={() => mutate()}>
        Return to your own view
      </Button>
    </section>
  )
}
