import { useRef, useState } from 'react'
import type { CampaignDetail, RecipientState } from '#contract/campaigns'
import { Badge } from '../../../ui/badge/Badge'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { figure } from '../../../lib/counts'
import styles from './CampaignSummary.module.css'
import { RecipientList } from './RecipientList'
import { countsOf, STATE_WORDS } from './states'

/** Households by the state of their message, and the households of each. */
export function DeliveryStates({ campaign }: { campaign: CampaignDetail }) {
  const [chosen, setChosen] = useState<RecipientState | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const counts = countsOf(campaign)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const show = (state: RecipientState) => {
    setChosen(state)
    heading.current?.focus()
  }
  return (
    <>
      <section className={styles.section} aria-labelledby="delivery">
        <h2 id="delivery">Delivery</h2>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>Households by the state of their message</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">State</th>
              <th scope="col" className={styles.wide}>
                What it means
              </th>
              <th scope="col" className={styles.number}>
                Households
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.length === 0 ? (
              <tr>
                <td colSpan={3} className={styles.none}>
                  No data available
                </td>
              </tr>
            ) : null}
            {counts.map(({ state, count }) => {
              const { label, meaning, tone } = STATE_WORDS[state]
              return (
                <tr key={state}>
                  <th scope="row">
                    <Badge tone={tone}>{label}</Badge>
                  </th>
                  <td className={styles.wide}>{meaning(campaign.channel)}</td>
                  <td className={styles.number}>
                    <button
                      type="button"
                      className={styles.choose}
                      aria-label={`${figure(count)} ${label.toLowerCase()}: show these households`}
                      onClick={() => show(state)}
                    >
                      {figure(count)}
                    </button>
                    <span className={styles.share} aria-hidden="true">
                      <span style={{ width: `${(count / all) * 100}%` }} />
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      <section className={styles.section} aria-labelledby="households">
        <h2 id="households" ref={heading} tabIndex={-1}>
          Households
        </h2>
        <RecipientList campaign={campaign} state={chosen} onChoose={setChosen} />
      </section>
    </>
  )
}
