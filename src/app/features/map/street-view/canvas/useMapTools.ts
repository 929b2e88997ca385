import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { MAX_AREA_POINTS } from '#contract/households/area'
import { codeQuery } from '../../../../api/queryOptions'
import { areaAtom, cornerAt, drawingAtom } from '../../../../state/filters/area'
import { useAtom, useAtomValue } from '../../../../state/store'

const drawQuery = codeQuery('drawing', () => import('../draw/DrawArea'))
const findQuery = codeQuery('search of the map', () => import('../find/FindPlace'))

/** Its code loads when drawing starts. */
export function useAreaDrawing() {
  const area = useAtomValue(areaAtom)
  const [corners, setCorners] = useAtom(drawingAtom)
  const isDrawing = corners !== null
  const { data } = useQuery({ ...drawQuery, enabled: isDrawing })
  const addCorner = useCallback(
    (at: readonly number[]) =>
      setCorners((before) => (before ?? []).slice(0, MAX_AREA_POINTS - 1).concat([cornerAt(at)])),
    [setCorners],
  )
  return { area, isDrawing, addCorner, DrawArea: isDrawing ? data?.default : undefined }
}

/** Its code loads when the search opens. */
export function usePlaceSearch() {
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError } = useQuery({ ...findQuery, enabled: isOpen })
  return {
    isOpen,
    FindPlace: isOpen ? data?.default : undefined,
    isFailed: isOpen && isError,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
  }
}
