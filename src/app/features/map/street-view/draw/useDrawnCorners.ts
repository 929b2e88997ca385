import { judgeArea } from '#contract/households/area'
import { areaAtom, cornerAt, drawingAtom } from '../../../../state/filters/area'
import { useAtom, useSetAtom } from '../../../../state/store'
import type { BasemapControls } from '../canvas/basemap'

export interface ScreenPoint {
  readonly x: number
  readonly y: number
}

/** As pixels of the map, with ways to change them. */
export function useDrawnCorners(controls: BasemapControls, onEnd: () => void) {
  const [drawn, setDrawing] = useAtom(drawingAtom)
  const setArea = useSetAtom(areaAtom)
  const corners = drawn ?? []
  const points = corners.map((corner): ScreenPoint => controls.project(corner))
  const judged = corners.length < 3 ? null : judgeArea([[corners]])

  const endDrawing = () => {
    setDrawing(null)
    onEnd()
  }
  const moveCorner = (index: number, to: ScreenPoint) =>
    setDrawing(corners.map((corner, at) => (at === index ? cornerAt(controls.unproject(to)) : corner)))
  return {
    points,
    problem: judged && 'problem' in judged ? judged.problem : null,
    isUsable: judged !== null && 'area' in judged,
    useArea: () => {
      if (!judged || !('area' in judged)) return
      setArea(judged.area)
      endDrawing()
    },
    endDrawing,
    addCornerAfter: (index: number, at: ScreenPoint) =>
      setDrawing(corners.toSpliced(index + 1, 0, cornerAt(controls.unproject(at)))),
    moveCorner,
    shiftCorner: (index: number, x: number, y: number) => {
      const point = points[index]
      if (point) moveCorner(index, { x: point.x + x, y: point.y + y })
    },
    removeCorner: (index: number) => setDrawing(corners.filter((_, at) => at !== index)),
    removeLastCorner: () => setDrawing(corners.slice(0, -1)),
  }
}

export type DrawnCorners = ReturnType<typeof useDrawnCorners>
