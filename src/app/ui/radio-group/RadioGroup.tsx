import { Label, RadioButton, RadioField, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import { Text } from 'react-aria-components/Text'
import tick from '../checkbox/Checkbox.module.css'
import { classes } from '../classes'
import field from '../text-field/TextField.module.css'
import styles from './RadioGroup.module.css'

export interface RadioGroupProps<Id extends string> {
  label: string
  advice?: string
  options: readonly { id: Id; label: string }[]
  value: Id | null
  onChange: (value: Id) => void
}

/** Radio buttons with their label. */
export function RadioGroup<Id extends string>({ label, advice, options, value, onChange }: RadioGroupProps<Id>) {
  return (
    <AriaRadioGroup
      className={styles.group ?? ''}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key)
        if (chosen) onChange(chosen.id)
      }}
    >
      <Label className={field.label}>{label}</Label>
      {advice === undefined ? null : (
        <Text slot="description" className={field.description ?? ''}>
          {advice}
        </Text>
      )}
      {options.map((option) => (
        <RadioField key={option.id} value={option.id}>
          <RadioButton className={tick.option ?? ''}>
            <span className={classes(tick.box, styles.round)} aria-hidden="true" />
            <span>{option.label}</span>
          </RadioButton>
        </RadioField>
      ))}
    </AriaRadioGroup>
  )
}
