import { useId, type ComponentProps } from 'react'
import field from '../text-field/TextField.module.css'
import { classes } from '../classes'

export interface NativeTextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'style' | 'id'> {
  label: string
  error: string | null
}

/** A text field without react-aria, light enough for the login page. */
export function NativeTextField({ label, error, ...rest }: NativeTextFieldProps) {
  const id = useId()
  return (
    <div className={classes(field.field, field.large)}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <input {...rest} id={id} className={field.input} aria-invalid={error !== null} aria-describedby={`${id}-error`} />
      <p id={`${id}-error`} role="alert" className={field.error}>
        {error}
      </p>
    </div>
  )
}
