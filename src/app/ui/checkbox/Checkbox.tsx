import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'children' | 'style'> {
  children: ReactNode
}

/** A tick box with its label. Inside a CheckboxGroup give it a `value`. */
export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={styles.checkbox ?? ''}>
      {({ isIndeterminate }) => (
        <>
          <span className={styles.box} aria-hidden="true">
            {isIndeterminate ? <Minus /> : <Check />}
          </span>
          <span>{children}</span>
        </>
      )}
    </AriaCheckbox>
  )
}
