import { Label, RadioButton, RadioField, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import styles from './RadioGroup.module.css'

export interface RadioGroupProps<Id extends string> {
  label: string
  options: readonly { id: Id; label: string }[]
  /** `null` while nothing is chosen. */
  value: Id | null
  onChange: (value: Id) => void
  isDisabled?: boolean
}

/** A few ways to go, one of them chosen. */
export function RadioGroup<Id extends string>({ label, options, value, onChange, isDisabled = false }: RadioGroupProps<Id>) {
  return (
    <AriaRadioGroup
      className={styles.group ?? ''}
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key)
        if (chosen) onChange(chosen.id)
      }}
    >
      <Label className={styles.label}>{label}</Label>
      {options.map((option) => (
        <RadioField key={option.id} value={option.id}>
          <RadioButton className={styles.option ?? ''}>
            <span className={styles.mark} aria-hidden="true" />
            <span>{option.label}</span>
          </RadioButton>
        </RadioField>
      ))}
    </AriaRadioGroup>
  )
}
