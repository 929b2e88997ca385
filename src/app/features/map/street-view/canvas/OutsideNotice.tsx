import { useEffect, useState } from 'react'
import { figure } from '../../../../lib/counts'
import { Button } from '../../../../ui/button/Button'
import { countOutside, type MapPicture } from '../data/picture'
import type { BasemapControls } from './basemap'
import styles from './MapCanvas.module.css'
import { callWhenRested, type MapMoves } from './useMapMoves'

/** Milliseconds after the last move. */
const REST = 250

interface OutsideNoticeProps extends Pick<MapMoves, 'onMoved'> {
  controls: BasemapControls
  picture: MapPicture
  onShow: () => void
}

/** Counts matching households out of view, and offers to show them. */
export function OutsideNotice({ controls, picture, onMoved, onShow }: OutsideNoticeProps) {
  const [outside, setOutside] = useState(0)
  useEffect(
    () => callWhenRested(onMoved, () => setOutside(countOutside(picture, controls.bounds())), REST),
    [controls, picture, onMoved],
  )
  if (outside === 0) return null
  return (
    <div className={styles.outside}>
      <span>{`${figure(outside)} match outside this view`}</span>
      <Button variant="quiet" onPress={onShow}>
        Show
      </Button>
    </div>
  )
}
