import { BookOpenText, LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Page } from '../ui/page/Page'
import styles from './support.module.css'

/** /support: the choice between both kinds of support, for super administrators. */
export function Component() {
  return (
    <Page title="Support" subtitle="What kind of support are you looking for?">
      <ul className={styles.choices}>
        <Choice to="product" icon={<LifeBuoy aria-hidden />} name="Product support" detail="Help with using Doorstep" />
        <Choice
          to="policy"
          icon={<BookOpenText aria-hidden />}
          name="Policy support"
          detail="A search of notes on UK benefit policy"
        />
      </ul>
      <p className={styles.guides}>
        <Link to="/help">Help</Link> has a guide for each job.
      </p>
    </Page>
  )
}

function Choice({ to, icon, name, detail }: { to: string; icon: ReactNode; name: string; detail: string }) {
  return (
    <li>
      <Link to={to} className={styles.choice}>
        <span className={styles.icon}>{icon}</span>
        <span>
          <span className={styles.name}>{name}</span>
          <span className={styles.detail}>{detail}</span>
        </span>
      </Link>
    </li>
  )
}
