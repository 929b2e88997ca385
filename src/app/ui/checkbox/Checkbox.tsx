import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup'

export interface CheckboxProps extends Omit<CheckboxFieldProps, 'className' | 'children' | 'style'> {
  children: ReactNode
}

/** A checkbox with its label; inside a CheckboxGroup it needs a `value`. */
export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <CheckboxField {...rest} className={styles.field ?? ''}>
      <CheckboxButton className={styles.option ?? ''}>
        <span className={styles.box} aria-hidden="true">
          <Check />
        </span>
        <span>{children}</span>
      </CheckboxButton>
    </CheckboxField>
  )
}

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
