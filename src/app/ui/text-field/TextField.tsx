import { FieldError, Input, Label, Text, TextField as AriaTextField } from 'react-aria-components/TextField'
import type { TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { classes } from '../classes'
import styles from './TextField.module.css'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  /** The visible name; with `isLabelHidden` it is read to screen readers only. */
  label: string
  isLabelHidden?: boolean
  /** Beside the label: a small button that says more. */
  labelAside?: ReactNode
  description?: string
  /** What is wrong; the field is invalid while there is one. */
  error?: string | null | undefined
  placeholder?: string
  /** Inside the field, before the text. Decorative. */
  icon?: ReactNode
  /** For keys: the input's own listeners (a disallowed key, paste). */
  input?: Pick<ComponentProps<'input'>, 'onKeyDown' | 'onPaste' | 'onBeforeInput'>
  inputRef?: Ref<HTMLInputElement>
}

/** A line of text with its label, its description and what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden = false, labelAside, description, error, placeholder, icon, input, inputRef, ...rest } = props
  const isInvalid = error !== undefined && error !== null && error !== ''
  return (
    <AriaTextField
      {...rest}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      isInvalid={isInvalid}
      className={classes(styles.field, icon !== undefined && styles.withIcon)}
    >
      {isLabelHidden ? null : (
        <div className={styles.labelLine}>
          <Label className={styles.label}>{label}</Label>
          {labelAside}
        </div>
      )}
      {description === undefined ? null : (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <div className={styles.box}>
        {icon === undefined ? null : <span className={styles.leading}>{icon}</span>}
        <Input {...input} {...(inputRef ? { ref: inputRef } : {})} placeholder={placeholder ?? ''} className={styles.input ?? ''} />
      </div>
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  )
}
