import { useId } from 'react'
import { monthInWords } from '#contract/households/overTime'
import type { WardMeasures } from '../data/useWardFigures'
import styles from './Legend.module.css'

interface MeasureChoiceProps extends Pick<WardMeasures, 'measure' | 'onMeasure' | 'months' | 'isLoading' | 'problem'> {
  label: string
}

/** The ward measure: count, rate, or change since a month. */
export function MeasureChoice({ label, measure, onMeasure, months, isLoading, problem }: MeasureChoiceProps) {
  const id = useId()
  return (
    <>
      <div className={styles.choice} aria-busy={isLoading}>
        <label htmlFor={id}>{label}</label>
        <select id={id} value={measure} onChange={({ target }) => onMeasure(target.value)}>
          <option value="count">Count</option>
          <option value="rate">Rate of all households</option>
          {months.map((month) => (
            <option key={month} value={month}>
              {`Change since ${monthInWords(month)}`}
            </option>
          ))}
        </select>
        <span role="status">{isLoading ? 'Counting…' : ''}</span>
      </div>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </>
  )
}
