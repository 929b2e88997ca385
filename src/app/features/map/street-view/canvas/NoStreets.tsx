import type { Basemap } from '#contract/households/map'
import { useSession } from '../../../../state/session'
import styles from './MapCanvas.module.css'

/** Whether a basemap has nothing but its ground. */
export const hasNoStreets = ({ pmtiles_url: url, features }: Basemap) => url === null && features.length === 0

/** Says that the organisation has no streets. */
export function NoStreets() {
  const { role } = useSession()
  return (
    <p className={styles.notice} role="status">
      This map has no streets yet, only the wards’ boundaries.{' '}
      {role === 'SuperAdmin'
        ? 'The people who run Doorstep add them from OS OpenData: npm run doorstep -- basemap (docs/operating.md).'
        : 'Please contact your account manager or email the helpdesk to have them added.'}
    </p>
  )
}
