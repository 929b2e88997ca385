import { Link, type To } from 'react-router-dom'
import styles from './LinkTabs.module.css'

export interface LinkTab {
  readonly label: string
  readonly to: To
  readonly isCurrent: boolean
}

/** Links to the parts of one place, drawn as tabs. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <Link to={tab.to} className={styles.tab} aria-current={tab.isCurrent ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
