import { Link } from 'react-router-dom'
import { helpPath } from '../../../state/guides'
import { Page } from '../../../ui/page/Page'
import { FourSteps } from './FourSteps'
import { GUIDES, isGuideSlug } from './guides'
import styles from './Help.module.css'

const LISTED = Object.keys(GUIDES).filter(isGuideSlug)

/** /help: the list of guides. */
export function HelpScreen() {
  return (
    <Page title="Help" subtitle="What do you want to do? Each guide is one page, and can be read offline.">
      <section className={styles.guide}>
        <h2>New here? Four steps to begin</h2>
        <FourSteps />
      </section>
      <ul className={styles.list}>
        {LISTED.map((slug) => (
          <li key={slug}>
            <Link to={helpPath(slug)}>{GUIDES[slug].title}</Link>
            <p>{GUIDES[slug].summary}</p>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        On every screen, the question mark at the top opens the guide of that screen. If nothing here helps,{' '}
        <Link to="/support/product">ask for support</Link>.
      </p>
    </Page>
  )
}
