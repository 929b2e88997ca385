import { useQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { describeEstimateBasis } from '#contract/households/estimates'
import { getTrends } from '#contract/households/trends'
import { isNoMonth } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { formatCount } from '../../../lib/counts'
import { filterRequestAtom, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { listPlaces } from '../../../state/filters/selection'
import { helpPath } from '../../../state/guides'
import { streetViewTabs } from '../../../state/mapView'
import { useAtomValue } from '../../../state/store'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { EmptyState } from '../../../ui/empty-state/EmptyState'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Page, Sections } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { MonthlyFigures } from './MonthlyFigures'
import { MovesSince } from './MovesSince'
import { SelectStillWaiting } from './SelectOverTime'

/** /trends: the selected households over the months. */
export function TrendsScreen() {
  const request = useAtomValue(filterRequestAtom)
  const names = listPlaces(useAtomValue(selectedFiltersAtom)).map(({ displayName }) => displayName)
  const trends = useQuery(queryOptions(getTrends, { body: request }))
  return (
    <Page
      title="Trends"
      subtitle={
        names.length === 0
          ? 'Every household, month by month. Filters of Street View apply here.'
          : `${formatCount(names.length, 'filter')} of Street View: ${names.join(', ')}.`
      }
      tabs={<LinkTabs label="Street View" tabs={streetViewTabs('trends')} />}
    >
      {isNoMonth(trends.error) ? (
        <EmptyState
          icon={<TrendingUp />}
          title="There is no month of data yet"
          detail="What changes shows here from the second month."
          actions={<ButtonLink to={helpPath('month')}>How to hand over a month</ButtonLink>}
        />
      ) : (
        <QueryState query={trends} what="Trends" title="The months could not be compared">
          {({ months, basis }) => (
            <Sections>
              <MonthlyFigures months={months} basis={describeEstimateBasis(basis)} warning={basis.warning} />
              {months.length < 2 ? (
                <EmptyState
                  icon={<TrendingUp />}
                  title="There is one month of data so far"
                  detail="What changes shows here from the second month."
                  actions={<ButtonLink to={helpPath('month')}>How to hand over a month</ButtonLink>}
                />
              ) : (
                <MovesSince request={request} months={months.map(({ month }) => month)} />
              )}
              <SelectStillWaiting />
            </Sections>
          )}
        </QueryState>
      )}
    </Page>
  )
}
