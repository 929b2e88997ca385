import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BasemapFeature } from '#contract/households/map'
import { findPostcode } from '#contract/households/postcodes'
import { call } from '../../../../api/call'
import { useReasonOffline } from '../../../../state/connectivity'
import { IconButton } from '../../../../ui/button/IconButton'
import { SearchList } from '../../../../ui/search-list/SearchList'
import { VisuallyHidden } from '../../../../ui/visually-hidden/VisuallyHidden'
import type { MapBounds } from '../../../../state/mapView'
import styles from './FindPlace.module.css'
import { boundsOfPostcode, namedPlaces, postcodeIn, searchPlaces } from './places'

interface FindPlaceProps {
  features: readonly BasemapFeature[]
  onFound: (bounds: MapBounds) => void
  onClose: () => void
}

const POSTCODE_ID = 'postcode'

/** Moves the map to a place of the basemap, or to a postcode of the latest snapshot. */
export default function FindPlace({ features, onFound, onClose }: FindPlaceProps) {
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const places = useMemo(() => namedPlaces(features), [features])
  const found = useMemo(() => searchPlaces(places, query), [places, query])
  const postcode = postcodeIn(query)
  const whyNot = useReasonOffline('Postcodes need')
  const whyNoNames = useReasonOffline('Names of streets need')
  const asked = useMutation({
    mutationFn: (wanted: string) => call(findPostcode, { body: { postcode: wanted } }),
    onSuccess: (place, wanted) => {
      setShown(wanted)
      onFound(boundsOfPostcode(place))
    },
  })
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])

  const choose = (id: string) => {
    setShown('')
    asked.reset()
    if (id === POSTCODE_ID && postcode) {
      asked.mutate(postcode)
      return
    }
    const place = found.find((each) => each.id === id)
    if (!place) return
    setShown(place.name)
    onFound(place.bounds)
  }
  const problem = (postcode ? whyNot : null) ?? asked.error?.message ?? null
  return (
    <div
      ref={panel}
      className={styles.panel}
      data-map-search
      role="search"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={styles.field}>
        <SearchList
          label={FIND_LABEL}
          isLabelHidden
          placeholder={FIND_LABEL}
          query={query}
          onQueryChange={setQuery}
          options={[
            ...(postcode && !whyNot ? [{ id: POSTCODE_ID, label: postcode, detail: 'Postcode' }] : []),
            ...found.map(({ id, name, detail }) => ({ id, label: name, detail })),
          ]}
          onChoose={choose}
          entersFirst
          closesOnChoose
          emptyText={places.length > 0 ? describeEmptyResult(query) : (whyNoNames ?? NO_NAMES)}
        />
        <IconButton label="Close the search" icon={<X aria-hidden />} onPress={onClose} />
      </div>
      <VisuallyHidden isLive>{shown === '' ? '' : `The map shows ${shown}`}</VisuallyHidden>
      {problem === null ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

const FIND_LABEL = 'Find a street, place or postcode'

const NO_NAMES = 'This map has no names to search. Type a whole postcode, such as M33 2AB.'

const describeEmptyResult = (query: string): string =>
  query.trim() === ''
    ? 'Type a name or a whole postcode.'
    : 'Nothing found on this map. Check the spelling, or type a whole postcode.'
