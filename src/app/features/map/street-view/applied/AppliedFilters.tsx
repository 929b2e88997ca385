import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatCount } from '../../../../lib/counts'
import { isTyping } from '../../../../lib/typing'
import { drawingAtom } from '../../../../state/filters/area'
import { useIsRange } from '../../../../state/filters/catalogue'
import { selectedFiltersAtom, stepAtom, stepsThereAtom } from '../../../../state/filters/selectedFilters'
import { listPlaces, valuesInWords, withValues, type FilterPlace } from '../../../../state/filters/selection'
import { useAtomValue, useDeferredAtomValue, useSetAtom } from '../../../../state/store'
import { classes } from '../../../../ui/classes'
import { IconButton } from '../../../../ui/button/IconButton'
import { Chip } from '../../../../ui/chip/Chip'
import { VisuallyHidden } from '../../../../ui/visually-hidden/VisuallyHidden'
import styles from './AppliedFilters.module.css'

/** Each removable, with undo and redo. */
export function AppliedFilters({ isOverMap }: { isOverMap: boolean }) {
  const selection = useDeferredAtomValue(selectedFiltersAtom)
  const setSelection = useSetAtom(selectedFiltersAtom)
  const isRange = useIsRange()
  const steps = useDeferredAtomValue(stepsThereAtom)
  const isDrawing = useAtomValue(drawingAtom) !== null
  const { step, said } = useSteps(!isDrawing)
  const whole = useRef<HTMLDivElement>(null)
  const filters = listPlaces(selection)
  if (isDrawing || (filters.length === 0 && !steps.undo && !steps.redo)) return null

  const remove = (place: FilterPlace) => {
    setSelection((before) => withValues(before, place, []))
    // The pressed button disappears: keep the focus near.
    whole.current?.focus({ preventScroll: true })
  }
  return (
    <div
      ref={whole}
      className={classes(styles.applied, isOverMap && styles.over)}
      data-applied
      role="group"
      aria-label="Applied filters"
      tabIndex={-1}
    >
      <div className={styles.steps}>
        <IconButton
          size="small"
          label="Undo filter change"
          icon={<Undo2 aria-hidden />}
          isDisabled={!steps.undo}
          onPress={() => step('undo')}
        />
        <IconButton
          size="small"
          label="Redo filter change"
          icon={<Redo2 aria-hidden />}
          isDisabled={!steps.redo}
          onPress={() => step('redo')}
        />
      </div>
      <ul className={styles.chips} aria-label="Filters">
        {filters.map((filter) => (
          <li key={`${filter.categoryName}/${filter.filterName}`}>
            <Chip
              text={`${filter.displayName}: ${valuesInWords(filter, isRange(filter))}`}
              onRemove={() => remove(filter)}
            />
          </li>
        ))}
      </ul>
      <VisuallyHidden isLive>{said}</VisuallyHidden>
    </div>
  )
}

function useSteps(hasKeys: boolean) {
  const takeStep = useSetAtom(stepAtom)
  const selection = useDeferredAtomValue(selectedFiltersAtom)
  const [last, setLast] = useState<'undo' | 'redo' | null>(null)
  const step = (direction: 'undo' | 'redo'): boolean => {
    const isTaken = takeStep(direction)
    if (isTaken) setLast(direction)
    return isTaken
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = readDirection(event)
    if (hasKeys && direction && !isTyping(event.target) && step(direction)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  const now = `${formatCount(listPlaces(selection).length, 'filter')} applied.`
  return { step, said: last === null ? '' : `${last === 'undo' ? 'Undone' : 'Redone'}. ${now}` }
}

function readDirection({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (altKey || !(ctrlKey || metaKey)) return null
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && ctrlKey ? 'redo' : null
}
