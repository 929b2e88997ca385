import { AREA_PLACE, drawAtom, isMapThereAtom } from '../../../state/filters/area'
import { useFilterValues } from '../../../state/filters/selectedFilters'
import { useMayDraw } from '../../../state/ownAccess'
import { useAtomValue, useSetAtom } from '../../../state/store'
import { Pentagon } from 'lucide-react'
import { Button } from '../../../ui/button/Button'
import { Chip } from '../../../ui/chip/Chip'
import styles from './FilterPanel.module.css'

/** The area drawn on the map. */
export function AreaFilter() {
  const { values, replace } = useFilterValues(AREA_PLACE)
  const draw = useSetAtom(drawAtom)
  const [area] = values
  const mayDraw = useMayDraw()
  const isMapThere = useAtomValue(isMapThereAtom)
  if (!mayDraw) return null
  return (
    <section className={styles.area} aria-label={AREA_PLACE.displayName}>
      <h3>{AREA_PLACE.displayName}</h3>
      {area ? <Chip text={area.displayName} onRemove={() => replace([])} /> : null}
      {isMapThere ? (
        <Button icon={<Pentagon aria-hidden />} onPress={draw}>
          {area ? 'Edit area' : 'Draw an area'}
        </Button>
      ) : (
        <p>Areas are drawn on the map, which this browser cannot show.</p>
      )}
    </section>
  )
}
