import {
  FieldError,
  Label,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
} from 'react-aria-components/TextField'
import type { Ref } from 'react'
import { classes } from '../classes'
import styles from './TextField.module.css'

export interface TextAreaProps {
  label: string
  value: string
  onChange: (text: string) => void
  error?: string | null | undefined
  rows: number
  maxLength?: number
  /** The language of words for the public, whose spelling the browser may check. */
  lang?: string
  inputRef?: Ref<HTMLTextAreaElement>
}

/** A multi-line text field with label and error. */
export function TextArea({ label, error, rows, lang, inputRef, ...rest }: TextAreaProps) {
  const isInvalid = error !== undefined && error !== null && error !== ''
  return (
    <AriaTextField {...rest} isInvalid={isInvalid} className={styles.field ?? ''}>
      <Label className={styles.label}>{label}</Label>
      <AriaTextArea
        rows={rows}
        dir="auto"
        {...(lang === undefined ? {} : { lang, spellCheck: true })}
        {...(inputRef ? { ref: inputRef } : {})}
        className={classes(styles.input, styles.area)}
      />
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  )
}
