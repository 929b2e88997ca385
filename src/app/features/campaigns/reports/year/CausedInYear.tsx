import { describeFinding } from '#contract/results/finding'
import { NOT_ADDED_UP } from '#contract/results/impactWords'
import type { Impact } from '#contract/results/reports'
import type { YearResults } from '#contract/results/yearResults'
import { DataTable } from '../../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../../ui/data-table/rows'
import { Section } from '../../../../ui/page/Page'
import { bothRates } from '../wording'
import { CAMPAIGN_COLUMN } from './CampaignsOfYear'
import styles from './YearResults.module.css'

type Campaign = YearResults['campaigns'][number]

const COLUMNS: readonly DataColumn<Campaign & { impact: Impact }>[] = [
  CAMPAIGN_COLUMN,
  { id: 'result', heading: 'Additional claims, and what they are worth', cell: ({ impact }) => describe(impact) },
]

function describe(impact: Impact): string {
  const { words } = describeFinding(impact)
  return impact.outcome ? `${words} ${bothRates(impact.outcome)}` : words
}

/** What campaigns with a hold-out caused, each with its interval. */
export function CausedInYear({ campaigns }: { campaigns: readonly Campaign[] }) {
  const measured = campaigns.flatMap((campaign) =>
    campaign.impact === null ? [] : [{ ...campaign, impact: campaign.impact }],
  )
  return (
    <Section title="What campaigns caused" detail={measured.length === 0 ? undefined : NOT_ADDED_UP}>
      {measured.length === 0 ? (
        <p className={styles.words}>
          No campaign of this year held households out, so what campaigns caused is not known. A hold-out is chosen when
          a campaign is made.
        </p>
      ) : (
        <DataTable
          caption="What campaigns with a hold-out caused"
          columns={COLUMNS}
          rows={measured}
          keyOf={({ id }) => id}
          isFolding
        />
      )}
    </Section>
  )
}
