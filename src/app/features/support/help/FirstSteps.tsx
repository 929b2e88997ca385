import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { firstStepsQuery, putFirstStepsAway } from '../../../state/firstSteps'
import { sessionAtom } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { SMALL_WINDOW, useMediaQuery } from '../../../state/useMediaQuery'
import { IconButton } from '../../../ui/button/IconButton'
import styles from './FirstSteps.module.css'
import { FourSteps } from './FourSteps'

/** The first steps over the map, until this person puts them away. */
export function FirstSteps() {
  const isSmall = useMediaQuery(SMALL_WINDOW)
  const email = useAtomValue(sessionAtom)?.email ?? ''
  const { data: areDue } = useQuery({ ...firstStepsQuery(email), enabled: email !== '' })
  if (!areDue) return null
  return (
    <section className={styles.card} aria-label="First steps">
      {/* On a phone the map needs the room. */}
      <details open={!isSmall}>
        <summary>New here? Four steps to begin</summary>
        <FourSteps />
        <p>
          The question mark on a screen opens its guide. You can find these steps again in <Link to="/help">Help</Link>.
        </p>
      </details>
      <IconButton
        label="Put the first steps away"
        icon={<X aria-hidden />}
        onPress={() => void putFirstStepsAway(email)}
      />
    </section>
  )
}
