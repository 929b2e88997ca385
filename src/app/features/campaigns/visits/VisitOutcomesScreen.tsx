import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { useState } from 'react'
import { getVisitCounts, type VisitCounts, type VisitDays } from '#contract/campaigns/visitList'
import { daysOn, londonDay } from '#contract/days'
import { queryOptions } from '../../../api/queryOptions'
import { helpPath } from '../../../state/guides'
import { useCampaignTabs } from '../../../state/placeTabs'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { EmptyState } from '../../../ui/empty-state/EmptyState'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Page, Section, Sections } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { TextField } from '../../../ui/text-field/TextField'
import { OfficerCounts, OutcomeCounts, WardCounts } from './VisitCountTables'
import { VisitList } from './VisitList'
import styles from './outcomes.module.css'

/** Days shown at first, today included. */
const FIRST_DAYS = 30

/** /visits/outcomes: visits over a chosen time, counted and listed. */
export function VisitOutcomesScreen() {
  const [days, setDays] = useState<VisitDays>(() => {
    const today = londonDay(new Date())
    return { from: daysOn(today, 1 - FIRST_DAYS), to: today }
  })
  const fault = findFault(days)
  const query = useQuery({
    ...queryOptions(getVisitCounts, { body: days }),
    enabled: fault === null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Page
      title="Visit outcomes"
      subtitle="What came of the visits of your organisation’s officers."
      isWide
      tabs={<LinkTabs label="Campaigns" tabs={useCampaignTabs()} />}
    >
      <Sections>
        <div className={styles.days} role="group" aria-label="Which days">
          <TextField
            label="First day"
            type="date"
            value={days.from}
            onChange={(from) => setDays({ ...days, from })}
            error={fault}
          />
          <TextField label="Last day" type="date" value={days.to} onChange={(to) => setDays({ ...days, to })} />
        </div>
        {fault === null ? (
          <QueryState query={query} what="This page" title="The visits could not be counted">
            {(counts) =>
              counts.by_officer.length === 0 ? (
                <NoVisits />
              ) : (
                <Outcomes key={`${days.from} ${days.to}`} counts={counts} days={days} />
              )
            }
          </QueryState>
        ) : null}
      </Sections>
    </Page>
  )
}

function findFault({ from, to }: VisitDays): string | null {
  if (from === '' || to === '') return 'Choose a first and a last day.'
  return from > to ? 'The first day must not be after the last day.' : null
}

const NoVisits = () => (
  <EmptyState
    icon={<DoorOpen />}
    title="No visits were recorded on these days"
    actions={<ButtonLink to={helpPath('visit-round')}>How a visit round works</ButtonLink>}
  />
)

function Outcomes({ counts, days }: { counts: VisitCounts; days: VisitDays }) {
  return (
    <>
      <Section
        title="Counts"
        detail="Made so that you can pass them on: 1 to 7 visits are shown as *, others to the nearest 5. A second visit to a household counts again. Press an outcome to see its households on the map. The list below is exact."
      >
        <div className={styles.counts}>
          <OutcomeCounts counts={counts} />
          <WardCounts counts={counts} />
          <OfficerCounts counts={counts} />
        </div>
      </Section>
      <VisitList counts={counts} days={days} />
    </>
  )
}
