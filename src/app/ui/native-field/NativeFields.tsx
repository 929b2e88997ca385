import { useId, type ComponentProps, type ReactNode } from 'react'
import field from '../text-field/TextField.module.css'
import { classes } from '../classes'
import styles from './NativeSelect.module.css'

export interface NativeTextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'style' | 'id'> {
  label: string
  error: string | null
}

/** A text field without react-aria, for the login page. */
export function NativeTextField({ label, error, ...rest }: NativeTextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error}>
      <input {...rest} id={id} className={field.input} aria-invalid={error !== null} aria-describedby={`${id}-error`} />
    </Field>
  )
}

function Field({
  id,
  label,
  error,
  children,
}: Record<'id' | 'label', string> & { error: string | null; children: ReactNode }) {
  return (
    <div className={classes(field.field, field.large)}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      {children}
      <p id={`${id}-error`} role="alert" className={field.error}>
        {error}
      </p>
    </div>
  )
}

export interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'className' | 'style' | 'id'> {
  label: string
  error: string | null
}

/** The browser's select, for the login page. */
export function NativeSelect({ label, error, 'aria-describedby': describedBy, ...rest }: NativeSelectProps) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error}>
      <div className={field.box}>
        <select
          {...rest}
          id={id}
          className={classes(field.input, styles.select)}
          aria-invalid={error !== null}
          aria-describedby={[`${id}-error`, describedBy].filter(Boolean).join(' ')}
        />
        <svg
          className={styles.arrow}
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="m5 8 5 5 5-5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </div>
    </Field>
  )
}
