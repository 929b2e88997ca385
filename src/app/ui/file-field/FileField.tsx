import { useId } from 'react'
import { classes } from '../classes'
import field from '../text-field/TextField.module.css'
import styles from './FileField.module.css'

export interface FileFieldProps {
  label: string
  description?: string
  accept: string
  isDisabled?: boolean
  error?: string | null
  /** Null when the picker was cancelled. */
  onPick: (file: File | null) => void
}

/** The browser's file picker. */
export function FileField({ label, description, accept, isDisabled = false, error = null, onPick }: FileFieldProps) {
  const id = useId()
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      {description === undefined ? null : (
        <p id={`${id}-description`} className={field.description}>
          {description}
        </p>
      )}
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isDisabled}
        className={classes(field.input, styles.input)}
        aria-invalid={error !== null}
        aria-describedby={`${id}-description ${id}-error`}
        onChange={(event) => onPick(event.target.files?.[0] ?? null)}
        onClick={(event) => {
          event.currentTarget.value = ''
        }}
      />
      <p id={`${id}-error`} role="alert" className={field.error}>
        {error}
      </p>
    </div>
  )
}
