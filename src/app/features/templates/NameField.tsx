import { useId, type Ref } from 'react'
import { TEMPLATE_NAME_LIMIT } from '#contract/templates'
import { holdAtMost } from '../../lib/holdAtMost'
import { TextField } from '../../ui/text-field/TextField'
import styles from './Templates.module.css'

interface NameFieldProps {
  value: string
  onChange: (name: string) => void
  /** What is wrong with the name. */
  error: string | null
  isDisabled: boolean
  inputRef: Ref<HTMLInputElement>
}

/** A template's name. Holds at most the limit and says so at the limit; exactly the limit may be sent (decision 20). */
export function NameField({ value, onChange, error, isDisabled, inputRef }: NameFieldProps) {
  const limitId = useId()
  return (
    <div className={styles.name}>
      <TextField
        label="Template name"
        value={value}
        onChange={(next) => onChange(holdAtMost(value, next, TEMPLATE_NAME_LIMIT))}
        error={error}
        isDisabled={isDisabled}
        inputRef={inputRef}
        autoFocus
        autoComplete="off"
        aria-describedby={limitId}
      />
      <p id={limitId} role="status" className={styles.limit}>
        {[...value].length >= TEMPLATE_NAME_LIMIT ? `Template name cannot exceed ${TEMPLATE_NAME_LIMIT} characters.` : ''}
      </p>
    </div>
  )
}
