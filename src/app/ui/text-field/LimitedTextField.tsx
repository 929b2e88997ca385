import { useId } from 'react'
import { holdAtMost } from './holdAtMost'
import { TextField, type TextFieldProps } from './TextField'
import styles from './LimitedTextField.module.css'

interface LimitedTextFieldProps extends TextFieldProps {
  value: string
  onChange: (text: string) => void
  /** In characters. */
  limit: number
  atLimit: string
}

/** A text field that accepts at most `limit` characters and says so there. */
export function LimitedTextField({ limit, atLimit, ...field }: LimitedTextFieldProps) {
  const limitId = useId()
  return (
    <div className={styles.limited}>
      <TextField
        {...field}
        onChange={(next) => field.onChange(holdAtMost(field.value, next, limit))}
        autoComplete="off"
        aria-describedby={limitId}
      />
      <p id={limitId} role="status" className={styles.words}>
        {[...field.value].length >= limit ? atLimit : ''}
      </p>
    </div>
  )
}
