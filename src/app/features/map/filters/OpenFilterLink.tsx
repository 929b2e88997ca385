import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { openFilterLink } from '#contract/households/filterLinks'
import { queryOptions } from '../../../api/queryOptions'
import { listed } from '../../../lib/counts'
import { catalogueQuery } from '../../../state/filters/catalogue'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { readTemplateSelection } from '../../../state/filters/templateValues'
import { ownAccessQuery } from '../../../state/ownAccess'
import { useSetAtom } from '../../../state/store'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { ErrorState } from '../../../ui/error-state/ErrorState'
import { notify } from '../../../ui/notify/notify'
import { Page } from '../../../ui/page/Page'
import { QueryState, type ShownQuery } from '../../../ui/query-state/QueryState'
import { Spinner } from '../../../ui/spinner/Spinner'
import { reconciled } from './catalogue'

/** /filters/{code}: selects a link's filters as one undo step, and goes to the map. */
export function OpenFilterLink() {
  const { code = '' } = useParams()
  const link = useQuery({ ...queryOptions(openFilterLink, { body: { code } }), staleTime: Infinity })
  const catalogue = useQuery(catalogueQuery)
  const access = useQuery(ownAccessQuery)
  const select = useSetAtom(selectedFiltersAtom)
  const navigate = useNavigate()

  const found = useMemo(
    () =>
      link.data && catalogue.data && access.data
        ? reconciled(readTemplateSelection(link.data), catalogue.data, access.data.hidden_filters)
        : undefined,
    [link.data, catalogue.data, access.data],
  )
  const isEmpty = found !== undefined && Object.keys(found.kept).length === 0
  useEffect(() => {
    // An empty selection would show every household.
    if (!found || isEmpty) return
    select(found.kept)
    if (found.dropped.length > 0) void notify.error(`Some values were not found: ${listed(found.dropped)}`)
    void navigate('/', { replace: true })
  }, [found, isEmpty, select, navigate])

  const slowest: ShownQuery<unknown> = [link, catalogue, access].find(({ data }) => data === undefined) ?? link
  const opening = <Spinner label="Opening the link…" />
  return (
    <Page title="Link to filters" actions={<ButtonLink to="/">Go to Street View</ButtonLink>}>
      <QueryState query={slowest} what="Opening a link" title="This link could not be opened" waiting={opening}>
        {() =>
          isEmpty ? (
            <ErrorState
              title="This link could not be opened"
              detail="Your organisation’s data have none of its filters any more, or your role is not shown them. Your filters were not changed."
            />
          ) : (
            opening
          )
        }
      </QueryState>
    </Page>
  )
}
