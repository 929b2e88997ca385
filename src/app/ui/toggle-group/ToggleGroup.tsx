import { ToggleButton, ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import type { ReactNode } from 'react'
import styles from './ToggleGroup.module.css'

export interface ToggleGroupProps<Id extends string> {
  /** For screen readers. */
  label: string
  options: readonly { id: Id; label: string; icon?: ReactNode }[]
  value: Id
  onChange: (value: Id) => void
}

/** A segmented choice between a few views. */
export function ToggleGroup<Id extends string>({ label, options, value, onChange }: ToggleGroupProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles.group ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
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
