import { useNavigate } from 'react-router-dom'
import type { VisitCounts } from '#contract/campaigns/visitList'
import { VISIT_OUTCOME_FILTER, VISITS_CATEGORY } from '#contract/households/visitFilters'
import { VISIT_OUTCOME_WORDS, type VisitOutcomeName } from '#contract/households/visitOutcomes'
import { figure } from '../../../lib/counts'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { withValues } from '../../../state/filters/selection'
import { useSetAtom } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { DataTable } from '../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../ui/data-table/rows'
import styles from './outcomes.module.css'
import { nameOfficer, nameWard } from './words'

interface CountsProps {
  counts: VisitCounts
}

const visitsColumn: DataColumn<{ visits: number | '*' }> = {
  id: 'visits',
  heading: 'Visits',
  cell: ({ visits }) => (visits === '*' ? visits : figure(visits)),
  isNumber: true,
}

/** With a way to the households on the map. */
export function OutcomeCounts({ counts: { by_outcome: rows } }: CountsProps) {
  const select = useSetAtom(selectedFiltersAtom)
  const navigate = useNavigate()
  const show = (outcome: VisitOutcomeName) => {
    const place = {
      categoryName: VISITS_CATEGORY.category_name,
      filterName: VISIT_OUTCOME_FILTER.filter_name,
      displayName: VISIT_OUTCOME_FILTER.display_name,
    }
    select(withValues({}, place, [{ id: outcome, displayName: VISIT_OUTCOME_WORDS[outcome] }]))
    void navigate('/')
  }
  const columns: DataColumn<VisitCounts['by_outcome'][number]>[] = [
    {
      id: 'outcome',
      heading: 'Outcome',
      cell: ({ outcome }) => (
        <span className={styles.link}>
          <Button
            variant="quiet"
            aria-label={`${VISIT_OUTCOME_WORDS[outcome]}: show on the map`}
            onPress={() => show(outcome)}
          >
            {VISIT_OUTCOME_WORDS[outcome]}
          </Button>
        </span>
      ),
    },
    visitsColumn,
  ]
  return <DataTable caption="Visits by outcome" columns={columns} rows={rows} keyOf={({ outcome }) => outcome} />
}

const WARD_COLUMNS: readonly DataColumn<VisitCounts['by_ward'][number]>[] = [
  { id: 'ward', heading: 'Ward', cell: ({ ward_name: name }) => nameWard(name) },
  visitsColumn,
]

/** How many visits each ward had. */
export const WardCounts = ({ counts: { by_ward: rows } }: CountsProps) => (
  <DataTable caption="Visits by ward" columns={WARD_COLUMNS} rows={rows} keyOf={({ ward_code: code }) => code} />
)

const OFFICER_COLUMNS: readonly DataColumn<VisitCounts['by_officer'][number]>[] = [
  { id: 'officer', heading: 'Officer', cell: ({ email }) => nameOfficer(email) },
  visitsColumn,
]

/** How many visits each officer made. */
export const OfficerCounts = ({ counts: { by_officer: rows } }: CountsProps) => (
  <DataTable caption="Visits by officer" columns={OFFICER_COLUMNS} rows={rows} keyOf={({ officer }) => officer} />
)
