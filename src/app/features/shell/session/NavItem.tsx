import { DoorOpen, LifeBuoy, Map, Megaphone, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMediaQuery, WIDE_ENOUGH_FOR_NAVIGATION } from '../../../state/useMediaQuery'
import { PlainTooltip } from '../../../ui/tooltip/Tooltip'
import { classes } from '../../../ui/classes'
import type { Place } from './navigation'
import styles from './SideNavigation.module.css'

/** Lazy: the place works without it. */
const TurnBadge = lazy(() =>
  import('./TurnBadge').then(
    ({ TurnBadge: Badge }) => ({ default: Badge }),
    () => ({ default: () => null }),
  ),
)

const ICONS = { map: Map, visits: DoorOpen, campaigns: Megaphone, settings: Settings, support: LifeBuoy }

interface NavItemProps {
  place: Place
  isCurrent: boolean
  isCollapsed: boolean
  onFollow: () => void
}

/** Greyed with a reason as tooltip, or a link. */
export function NavItem({ place, isCurrent, isCollapsed, onFollow }: NavItemProps) {
  if (place.refusal !== null) return <GreyedItem place={place} refusal={place.refusal} isCollapsed={isCollapsed} />
  return (
    <li>
      <PlainTooltip text={place.label} placement="right" isInstant isDisabled={!isCollapsed}>
        <Link
          to={place.to}
          className={classes(styles.item, isCurrent && styles.current)}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onFollow}
        >
          <ItemFace place={place} isCollapsed={isCollapsed} />
        </Link>
      </PlainTooltip>
    </li>
  )
}

/** Focusable, to show the reason by keyboard and touch. */
function GreyedItem({ place, refusal, isCollapsed }: { place: Place; refusal: string; isCollapsed: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const placement = useMediaQuery(WIDE_ENOUGH_FOR_NAVIGATION) ? 'right' : 'bottom start'
  return (
    <li>
      <PlainTooltip text={refusal} placement={placement} isInstant isOpen={isOpen} onOpenChange={setIsOpen}>
        <span
          role="link"
          aria-disabled="true"
          tabIndex={0}
          className={classes(styles.item, styles.greyed)}
          onClick={() => setIsOpen(true)}
        >
          <ItemFace place={place} isCollapsed={isCollapsed} />
        </span>
      </PlainTooltip>
    </li>
  )
}

function ItemFace({ place, isCollapsed }: { place: Place; isCollapsed: boolean }) {
  const Icon = ICONS[place.icon]
  return (
    <>
      <Icon aria-hidden className={styles.icon} />
      <span className={isCollapsed ? styles.unseen : styles.label}>{place.label}</span>
      {place.icon === 'campaigns' && place.refusal === null ? (
        <Suspense fallback={null}>
          <TurnBadge />
        </Suspense>
      ) : null}
    </>
  )
}
