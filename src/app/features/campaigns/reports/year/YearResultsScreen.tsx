import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { exportYearResults, getYearResults, nameYear, type YearResults } from '#contract/results/yearResults'
import { call } from '../../../../api/call'
import { queryOptions } from '../../../../api/queryOptions'
import { figure } from '../../../../lib/counts'
import { useCampaignTabs } from '../../../../state/placeTabs'
import { EmptyState } from '../../../../ui/empty-state/EmptyState'
import { LinkTabs } from '../../../../ui/link-tabs/LinkTabs'
import { Page, Section, Sections } from '../../../../ui/page/Page'
import { QueryState } from '../../../../ui/query-state/QueryState'
import { Select } from '../../../../ui/select/Select'
import { Exports } from '../Exports'
import { Tiles } from '../Tiles'
import { CampaignsOfYear } from './CampaignsOfYear'
import { CausedInYear } from './CausedInYear'
import { BenefitsOfYear, MonthsOfYear } from './PartsOfYear'
import { costInWords, countClaims, worthOfClaims } from './words'
import styles from './YearResults.module.css'

/** /campaigns/results: the campaigns of a financial year. */
export function YearResultsScreen() {
  const [year, setYear] = useState<number>()
  const [years, setYears] = useState<readonly number[]>([])
  const query = useQuery(queryOptions(getYearResults, { body: year === undefined ? {} : { year } }))
  const { data } = query
  // The list stays while another year loads.
  if (data && data.years.join() !== years.join()) setYears(data.years)
  const shown = year ?? data?.year
  return (
    <Page
      title="Results"
      subtitle="What the campaigns of a financial year came to."
      isWide
      tabs={<LinkTabs label="Campaigns" tabs={useCampaignTabs()} />}
    >
      <Sections>
        {shown === undefined ? null : (
          <div className={styles.bar}>
            <Select
              label="Financial year"
              options={years.map((one) => ({ id: String(one), label: `April ${one} to March ${one + 1}` }))}
              value={String(shown)}
              onChange={(chosen) => setYear(Number(chosen))}
            />
            <Exports
              files={[
                {
                  name: `Results ${nameYear(shown)} (PDF)`,
                  make: () => call(exportYearResults, { body: { year: shown } }),
                },
              ]}
            />
          </div>
        )}
        <QueryState query={query} what="This page" title="The results could not be worked out">
          {(results) => <Results results={results} />}
        </QueryState>
      </Sections>
    </Page>
  )
}

function Results({ results }: { results: YearResults }) {
  const { totals, campaigns } = results
  if (campaigns.length === 0 && totals.contacted_households === 0) {
    return <EmptyState icon={<Megaphone />} title={`No campaign was sent in ${nameYear(results.year)}`} />
  }
  return (
    <>
      <Section
        title="All campaigns"
        detail="A household that several campaigns wrote to counts once. The year’s free texts cost nothing."
      >
        <Tiles
          tiles={[
            { name: 'Campaigns sent', value: figure(totals.campaigns) },
            { name: 'Households contacted', value: figure(totals.contacted_households) },
            { name: 'Claims after contact', value: countClaims(totals) },
            { name: 'Worth a year', value: worthOfClaims(totals) },
            { name: 'Cost of messages, without VAT', value: costInWords(totals) },
          ]}
        />
        <p className={styles.words}>{results.claims_method}</p>
      </Section>
      <CausedInYear campaigns={campaigns} />
      <Section title="By campaign" isFlush>
        <CampaignsOfYear campaigns={campaigns} />
      </Section>
      <Section title="By benefit" isFlush>
        <BenefitsOfYear benefits={results.by_benefit} />
      </Section>
      <Section
        title="By month"
        detail="Messages count in the month when they were sent, claims in the month of their campaign."
        isFlush
      >
        <MonthsOfYear months={results.by_month} />
      </Section>
      <p className={styles.words}>{`Worth a year: ${results.annual_method}`}</p>
    </>
  )
}
