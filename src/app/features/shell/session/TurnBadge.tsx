import { useQuery } from '@tanstack/react-query'
import { figure } from '../../../lib/counts'
import { whoseTurnQuery } from '../../../state/whoseTurn'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import styles from './SideNavigation.module.css'

/** How many campaigns wait for the person; nothing until it is known, or for none. */
export function TurnBadge() {
  const { data = [] } = useQuery(whoseTurnQuery)
  if (data.length === 0) return null
  return (
    <span className={styles.badge}>
      <VisuallyHidden>, </VisuallyHidden>
      <span>{figure(data.length)}</span>
      <VisuallyHidden>{data.length === 1 ? ' waits for you' : ' wait for you'}</VisuallyHidden>
    </span>
  )
}
