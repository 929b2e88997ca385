import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { openFilterLink, type LinkedView } from '#contract/households/filterLinks'
import { queryOptions } from '../../../api/queryOptions'
import { listed } from '../../../lib/counts'
import { catalogueQuery } from '../../../state/filters/catalogue'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { countGone, readTemplateSelection } from '../../../state/filters/templateValues'
import { addressShowing, boundsToFitAtom, dotColourAtom, mapViewAtom, wardMeasureAtom } from '../../../state/mapView'
import { ownAccessQuery } from '../../../state/ownAccess'
import { atom, useSetAtom } from '../../../state/store'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { ErrorState } from '../../../ui/error-state/ErrorState'
import { notify } from '../../../ui/notify/notify'
import { Page } from '../../../ui/page/Page'
import { QueryState, type ShownQuery } from '../../../ui/query-state/QueryState'
import { Spinner } from '../../../ui/spinner/Spinner'
import { reconciled } from './catalogue'

const showAtom = atom(null, (_get, set, { view, colour, measure, bounds }: LinkedView) => {
  set(mapViewAtom, view)
  set(dotColourAtom, colour)
  set(wardMeasureAtom, measure)
  set(boundsToFitAtom, bounds && [bounds.west, bounds.south, bounds.east, bounds.north])
})

const ofRole = (view: LinkedView, colours: readonly string[]): LinkedView =>
  view.colour === null || colours.includes(view.colour) ? view : { ...view, colour: null }

/** /filters/{code}: selects its filters as one undo step, and shows the map as it was. */
export function OpenFilterLink() {
  const { code = '' } = useParams()
  const link = useQuery({ ...queryOptions(openFilterLink, { body: { code } }), staleTime: Infinity })
  const catalogue = useQuery(catalogueQuery)
  const access = useQuery(ownAccessQuery)
  const select = useSetAtom(selectedFiltersAtom)
  const show = useSetAtom(showAtom)
  const navigate = useNavigate()

  const found = useMemo(
    () =>
      link.data && catalogue.data && access.data
        ? reconciled(readTemplateSelection(link.data.rows), catalogue.data, access.data.hidden_filters)
        : undefined,
    [link.data, catalogue.data, access.data],
  )
  const isEmpty = found !== undefined && Object.keys(found.kept).length === 0 && link.data?.rows.length !== 0
  const view = useMemo(
    () => link.data?.view && ofRole(link.data.view, access.data?.dot_colours ?? []),
    [link.data, access.data],
  )
  useEffect(() => {
    if (!found || isEmpty) return
    select(found.kept)
    if (view) show(view)
    const lost = [...found.dropped, ...countGone(link.data?.rows ?? [])]
    if (lost.length > 0) void notify.error(`Some values were not found: ${listed(lost)}`)
    void navigate(addressShowing(view?.shown ?? 'map'), { replace: true })
  }, [found, isEmpty, link.data, view, select, show, navigate])

  const slowest: ShownQuery<unknown> = [link, catalogue, access].find(({ data }) => data === undefined) ?? link
  const opening = <Spinner label="Opening the link…" />
  return (
    <Page title="Link to a view" actions={<ButtonLink to="/">Go to Street View</ButtonLink>}>
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
