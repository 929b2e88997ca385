import { ToggleButton, ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import type { ReactNode } from 'react'
import { classes } from '../classes'
import styles from './ToggleGroup.module.css'

export interface ToggleGroupProps<Id extends string> {
  label: string
  options: readonly { id: Id; label: string; icon?: ReactNode }[]
  value: Id | null
  onChange: (value: Id) => void
  /** `large`: two columns of tall buttons. */
  look?: 'segments' | 'large'
}

/** A segmented choice between a few views. */
export function ToggleGroup<Id extends string>({
  label,
  options,
  value,
  onChange,
  look = 'segments',
}: ToggleGroupProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={classes(styles.group, look === 'large' && styles.large)}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.id))
        if (chosen) onChange(chosen.id)
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.id} id={option.id} className={styles.option ?? ''}>
          {option.icon}
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
