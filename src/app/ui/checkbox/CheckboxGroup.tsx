import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Checkbox } from './Checkbox'
import styles from './Checkbox.module.css'

export interface CheckboxGroupProps {
  /** For screen readers. */
  label: string
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Checkboxes that answer one question. */
export function CheckboxGroup({ label, options, value, onChange }: CheckboxGroupProps) {
  return (
    <AriaCheckboxGroup aria-label={label} value={[...value]} onChange={onChange} className={styles.group ?? ''}>
      {options.map((option) => (
        <Checkbox key={option.value} value={option.value}>
          {option.label}
        </Checkbox>
      ))}
    </AriaCheckboxGroup>
  )
}
