import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Checkbox } from './Checkbox'
import styles from './Checkbox.module.css'

export interface CheckboxGroupProps {
  /** The question, for screen readers; its visible words stand above. */
  label: string
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Tick boxes of one question. */
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
