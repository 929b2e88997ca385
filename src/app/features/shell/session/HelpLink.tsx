import { Link, useLocation } from 'react-router-dom'
import { findHelp } from '../../../state/guides'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import styles from './HelpLink.module.css'

/** The question mark in a screen's header: opens the screen's guide. */
export function HelpLink() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/help')) return null
  return (
    <Link to={findHelp(pathname)} className={styles.help} title="Help with this screen">
      <span aria-hidden="true">?</span>
      <VisuallyHidden>Help with this screen</VisuallyHidden>
    </Link>
  )
}
