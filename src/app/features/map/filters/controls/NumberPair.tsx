import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import {
  keepDigits,
  fieldFault,
  isAllowedKey,
  judgePair,
  NUMERIC_FAULT,
  NUMERIC_FAULT_MS,
  type RangeBounds,
} from '../../../../lib/rangeRules'
import { useFilterValues } from '../../../../state/filters/selectedFilters'
import { type FilterPlace } from '../../../../state/filters/selection'
import { Button } from '../../../../ui/button/Button'
import { TextField } from '../../../../ui/text-field/TextField'
import styles from './controls.module.css'
import { rangeValues, selectedRange, type FilterRange } from './rangeValues'

interface NumberPairProps {
  label: string
  place: FilterPlace
  range: FilterRange
}
type Field = 'minimum' | 'maximum'

/** Minimum and maximum as text inputs, validated when the pair loses focus and applied only if valid. */
export function NumberPair({ label, place, range: { bounds, write } }: NumberPairProps) {
  const { values, replace } = useFilterValues(place)
  const applied = selectedRange(values)
  const mayBeNegative = bounds.min < 0
  const [texts, setTexts] = useState(() => writeTexts(applied))
  const [shown, setShown] = useState(values)
  const [pairFault, setPairFault] = useState<string | null>(null)
  if (shown !== values) {
    // Follow changes from elsewhere, such as a template.
    setShown(values)
    setTexts(writeTexts(applied))
    setPairFault(null)
  }
  const keyFault = useKeyFault()
  const faultId = useId()

  const validate = ({ minimum, maximum } = texts) => {
    const outcome = judgePair(minimum, maximum, bounds)
    setPairFault(outcome.kind === 'fault' ? outcome.message : null)
    if (outcome.kind === 'fault') return
    if (outcome.kind === 'range') replace(rangeValues(outcome.min, outcome.max, write))
    else if (applied) replace([])
  }
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    // Moving between the two fields is not leaving the pair.
    if (!event.currentTarget.contains(event.relatedTarget)) validate()
  }
  const beforeKey = (field: Field) => (event: KeyboardEvent) => {
    if (event.key === 'Enter') validate()
    if (isAllowedKey(event, mayBeNegative)) return
    event.preventDefault()
    keyFault.show(field)
  }

  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({})
  const complete = (name: Field) => {
    const whole = { ...texts, [name]: String(name === 'minimum' ? bounds.min : bounds.max) }
    setTexts(whole)
    validate(whole)
    inputs.current[name]?.focus()
  }

  const field = (name: Field, fieldLabel: string, hint: string) => {
    const overRange = fieldFault(name, texts[name], bounds)
    return (
      <TextField
        label={fieldLabel}
        placeholder={hint}
        inputMode={mayBeNegative ? 'text' : 'numeric'}
        maxLength={20}
        value={texts[name]}
        onChange={(text) => {
          setTexts((before) => ({ ...before, [name]: keepDigits(text, mayBeNegative) }))
          setPairFault(null)
        }}
        error={keyFault.field === name ? NUMERIC_FAULT : overRange}
        input={{ onKeyDown: beforeKey(name) }}
        inputRef={(input) => {
          inputs.current[name] = input
        }}
        {...(pairFault === null ? {} : { 'aria-describedby': faultId })}
      />
    )
  }
  const isOverRange = fieldFault('minimum', texts.minimum, bounds) ?? fieldFault('maximum', texts.maximum, bounds)
  const open = isOverRange === null ? openEnd(texts) : null
  return (
    <div className={styles.stack} role="group" aria-label={label} onBlur={leave}>
      <div className={styles.pair}>
        {field('minimum', 'Minimum', write(bounds.min))}
        {field('maximum', 'Maximum', write(bounds.max))}
      </div>
      {open === null ? null : (
        <Button variant="quiet" onPress={() => complete(open)}>
          {open === 'minimum'
            ? `No lower end: use the lowest (${write(bounds.min)})`
            : `No upper end: use the highest (${write(bounds.max)})`}
        </Button>
      )}
      <p className={styles.problem} id={faultId} role="alert">
        {/* A field over its range has its own message. */}
        {isOverRange === null ? pairFault : null}
      </p>
    </div>
  )
}

function openEnd({ minimum, maximum }: Record<Field, string>): Field | null {
  if ((minimum === '') === (maximum === '')) return null
  return minimum === '' ? 'minimum' : 'maximum'
}

function writeTexts(range: RangeBounds | null): Record<Field, string> {
  return { minimum: range ? String(range.min) : '', maximum: range ? String(range.max) : '' }
}

function useKeyFault() {
  const [field, setField] = useState<Field | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (next: Field) => {
    clearTimeout(timer.current)
    setField(next)
    timer.current = setTimeout(() => setField(null), NUMERIC_FAULT_MS)
  }
  return { field, show }
}
