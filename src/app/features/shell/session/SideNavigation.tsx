import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button as AriaButton } from 'react-aria-components/Button'
import { RUNNING_VERSION } from '../../../api/newestVersion'
import { campaignsEnabledAtom, useSession } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { sealedRoundAtom } from '../../../state/visits/round'
import { useMediaQuery, WIDE_ENOUGH_FOR_NAVIGATION } from '../../../state/useMediaQuery'
import { DoorMark } from '../../../ui/brand/DoorMark'
import { SideSheet } from '../../../ui/sheet/SideSheet'
import { Tooltip } from '../../../ui/tooltip/Tooltip'
import { classes } from '../../../ui/classes'
import { InstallItem } from './InstallItem'
import { LogoutButton } from './LogoutButton'
import { NavItem } from './NavItem'
import { findCurrent, mainPlaces, supportPlace } from './navigation'
import styles from './SideNavigation.module.css'

/** Expanded or icons only in a wide window, a menu in a narrow one. */
export function SideNavigation() {
  const isWide = useMediaQuery(WIDE_ENOUGH_FOR_NAVIGATION)
  const [byHand, setByHand] = useState<boolean | null>(null)
  const [isOver, setIsOver] = useState(false)
  const isExpanded = byHand ?? isWide

  if (isWide) {
    return (
      <div className={classes(styles.side, !isExpanded && styles.closed)}>
        <Content
          isCollapsed={!isExpanded}
          onToggle={() => {
            setByHand(!isExpanded)
            setIsOver(false)
          }}
        />
      </div>
    )
  }
  const toggle = (open: boolean) => {
    setByHand(open)
    setIsOver(open)
  }
  return (
    <header className={styles.bar}>
      <AriaButton
        className={styles.toggle ?? ''}
        aria-label="Open menu"
        aria-expanded={isOver}
        onPress={() => toggle(true)}
      >
        <Menu aria-hidden className={styles.icon} />
      </AriaButton>
      <Brand />
      <SideSheet label="Menu" look="nav" isOpen={isOver} onOpenChange={setIsOver}>
        <div className={styles.over}>
          <Content isCollapsed={false} onToggle={() => toggle(false)} onFollow={() => setIsOver(false)} />
        </div>
      </SideSheet>
    </header>
  )
}

function Brand() {
  return (
    <span className={styles.brand}>
      <DoorMark />
      <span>Doorstep</span>
    </span>
  )
}

interface ContentProps {
  isCollapsed: boolean
  onToggle: () => void
  onFollow?: () => void
}

function Content({ isCollapsed, onToggle, onFollow = () => {} }: ContentProps) {
  const session = useSession()
  const campaignsEnabled = useAtomValue(campaignsEnabledAtom)
  const hasRound = useAtomValue(sealedRoundAtom) !== null
  const { pathname } = useLocation()
  const places = mainPlaces(session, campaignsEnabled, hasRound)
  const support = supportPlace(session)
  const current = findCurrent([...places, support], pathname)
  const toggleLabel = isCollapsed ? 'Expand menu' : 'Collapse menu'
  return (
    <>
      <header className={styles.top}>
        {isCollapsed ? null : <Brand />}
        <Tooltip text={toggleLabel} placement="right" isDisabled={!isCollapsed}>
          <AriaButton
            className={styles.toggle ?? ''}
            aria-label={toggleLabel}
            aria-expanded={!isCollapsed}
            onPress={onToggle}
          >
            {isCollapsed ? (
              <PanelLeftOpen aria-hidden className={styles.icon} />
            ) : (
              <PanelLeftClose aria-hidden className={styles.icon} />
            )}
          </AriaButton>
        </Tooltip>
      </header>
      <nav className={styles.nav} aria-label="Main">
        <ul className={styles.list}>
          {places.map((place) => (
            <NavItem
              key={place.to}
              place={place}
              isCurrent={place === current}
              isCollapsed={isCollapsed}
              onFollow={onFollow}
            />
          ))}
        </ul>
        <ul className={classes(styles.list, styles.lower)}>
          <InstallItem isCollapsed={isCollapsed} />
          <NavItem place={support} isCurrent={support === current} isCollapsed={isCollapsed} onFollow={onFollow} />
        </ul>
      </nav>
      <Footer email={session.email} isCollapsed={isCollapsed} />
    </>
  )
}

function Footer({ email, isCollapsed }: { email: string; isCollapsed: boolean }) {
  return (
    <footer className={styles.footer}>
      <p className={isCollapsed ? styles.unseen : styles.email} title={email}>
        {email}
      </p>
      <LogoutButton email={email} isCollapsed={isCollapsed} />
      {isCollapsed ? null : <p className={styles.version}>{`Doorstep ${RUNNING_VERSION}`}</p>}
    </footer>
  )
}
