import { useRef, useState } from 'react'
import type { CampaignDetail, RecipientState } from '#contract/campaigns'
import { figure } from '../../../lib/counts'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Section } from '../../../ui/page/Page'
import styles from './CampaignSummary.module.css'
import { RecipientList, StateBadge } from './RecipientList'
import { countsOf, STATE_WORDS, type StateCount } from './states'

/** Households by the state of their message, and the households of each. */
export function DeliveryStates({ campaign }: { campaign: CampaignDetail }) {
  const [chosen, setChosen] = useState<RecipientState | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const show = (state: RecipientState) => {
    setChosen(state)
    heading.current?.focus()
  }
  return (
    <>
      <Section title="Delivery" isFlush>
        <DataTable
          caption="Households by the state of their message"
          columns={[
            { id: 'state', heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
            {
              id: 'meaning',
              heading: 'What it means',
              cell: ({ state }) => STATE_WORDS[state].meaning(campaign.channel),
            },
            {
              id: 'households',
              heading: 'Households',
              cell: (row) => <Count {...row} onShow={show} />,
              isNumber: true,
            },
          ]}
          rows={countsOf(campaign)}
          keyOf={({ state }) => state}
        />
      </Section>
      <Section title="Households" headingRef={heading}>
        <RecipientList campaign={campaign} state={chosen} onChoose={setChosen} />
      </Section>
    </>
  )
}

function Count({ state, count, share, onShow }: StateCount & { onShow: (state: RecipientState) => void }) {
  return (
    <>
      <button
        type="button"
        className={styles.choose}
        aria-label={`${figure(count)} ${STATE_WORDS[state].label.toLowerCase()}: show these households`}
        onClick={() => onShow(state)}
      >
        {figure(count)}
      </button>
      <span className={styles.share} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </>
  )
}
