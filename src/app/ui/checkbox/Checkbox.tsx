import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox'
import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './Checkbox.module.css'
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup'

export interface CheckboxProps extends Omit<CheckboxFieldProps, 'className' | 'children' | 'style'> {
  children: ReactNode
  /** Read out after the label. `data-faint` content makes the checkbox faint. */
  detail?: ReactNode
}

/** A checkbox with its label; inside a CheckboxGroup it needs a `value`. */
export function Checkbox({ children, detail, ...rest }: CheckboxProps) {
  const detailId = useId()
  return (
    <CheckboxField
      {...rest}
      {...(detail === undefined ? {} : { 'aria-describedby': detailId })}
      className={styles.field ?? ''}
    >
      <CheckboxButton className={styles.option ?? ''}>
        <span className={styles.box} aria-hidden="true">
          <Check />
        </span>
        <span>{children}</span>
      </CheckboxButton>
      {detail === undefined ? null : (
        // As a description: a name must not change with every filter.
        <span id={detailId} className={styles.detail}>
          {detail}
        </span>
      )}
    </CheckboxField>
  )
}

export interface CheckboxGroupProps {
  label: string
  options: readonly { value: string; label: string; detail?: ReactNode }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Checkboxes with a common label. */
export function CheckboxGroup({ label, options, value, onChange }: CheckboxGroupProps) {
  return (
    <AriaCheckboxGroup aria-label={label} value={[...value]} onChange={onChange} className={styles.group ?? ''}>
      {options.map((option) => (
        <Checkbox key={option.value} value={option.value} detail={option.detail}>
          {option.label}
        </Checkbox>
      ))}
    </AriaCheckboxGroup>
  )
}
