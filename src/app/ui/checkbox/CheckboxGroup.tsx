import { CheckboxGroup as AriaCheckboxGroup, Label } from 'react-aria-components/CheckboxGroup'
import field from '../text-field/TextField.module.css'
import { Checkbox } from './Checkbox'
import styles from './Checkbox.module.css'

export interface CheckboxGroupProps {
  label: string
  isLabelHidden?: boolean
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
  isDisabled?: boolean
}

/** Tick boxes of one question. */
export function CheckboxGroup({ label, isLabelHidden = false, options, value, onChange, isDisabled = false }: CheckboxGroupProps) {
  return (
    <AriaCheckboxGroup
      value={[...value]}
      onChange={onChange}
      isDisabled={isDisabled}
      className={styles.group ?? ''}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {isLabelHidden ? null : <Label className={field.label}>{label}</Label>}
      {options.map((option) => (
        <Checkbox key={option.value} value={option.value}>
          {option.label}
        </Checkbox>
      ))}
    </AriaCheckboxGroup>
  )
}
