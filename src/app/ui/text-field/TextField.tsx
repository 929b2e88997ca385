import { FieldError, Input, Label, TextField as AriaTextField } from 'react-aria-components/TextField'
import type { TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import type { ComponentProps, ReactNode, Ref } from 'react'
import styles from './TextField.module.css'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  label: string
  labelAside?: ReactNode
  error?: string | null | undefined
  placeholder?: string
  /** May reject a key. */
  input?: Pick<ComponentProps<'input'>, 'onKeyDown'>
  inputRef?: Ref<HTMLInputElement>
}

/** A text field with label and error. */
export function TextField({
  label,
  labelAside,
  error,
  placeholder,
  input,
  inputRef,
  // What is typed is about other people: Firefox keeps it on the device, past the logout.
  autoComplete = 'off',
  ...rest
}: TextFieldProps) {
  const isInvalid = error !== undefined && error !== null && error !== ''
  return (
    <AriaTextField {...rest} autoComplete={autoComplete} isInvalid={isInvalid} className={styles.field ?? ''}>
      <div className={styles.labelLine}>
        <Label className={styles.label}>{label}</Label>
        {labelAside}
      </div>
      <Input
        {...input}
        {...(inputRef ? { ref: inputRef } : {})}
        placeholder={placeholder ?? ''}
        className={styles.input ?? ''}
      />
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  )
}
