import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DotColour } from '#contract/households/needToKnow'
import { useReasonOffline } from '../../../../state/connectivity'
import { dotColourAtom } from '../../../../state/mapView'
import { useAtom } from '../../../../state/store'
import { classesQuery, shownClasses, type ShownClasses } from './classes'
import type { MapPicture } from './picture'

export interface DotClasses {
  readonly colour: DotColour | null
  readonly onColour: (colour: DotColour | null) => void
  readonly classes: ShownClasses | null
  readonly problem: string | null
}

/** The classes that colour a picture's dots. */
export function useDotClasses(picture: MapPicture | null): DotClasses {
  const [colour, onColour] = useAtom(dotColourAtom)
  const version = picture?.view === 'household' ? picture.points.version : ''
  const query = useQuery({
    ...classesQuery(colour ?? 'unclaimed', version),
    enabled: colour !== null && version !== '',
  })
  const whyNot = useReasonOffline('Colours need')
  const classes = useMemo(
    () => (colour && picture?.view === 'household' && query.data ? shownClasses(picture, query.data) : null),
    [colour, picture, query.data],
  )
  const problem = colour === null || classes ? null : query.isPaused ? whyNot : (query.error?.message ?? null)
  return { colour, onColour, classes, problem }
}
