import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'

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
