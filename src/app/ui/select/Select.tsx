import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components/Select'
import { Check, ChevronDown } from 'lucide-react'
import { classes } from '../classes'
import field from '../text-field/TextField.module.css'
import menu from '../menu/Menu.module.css'
import styles from './Select.module.css'

export interface SelectProps<Id extends string> {
  label: string
  isLabelHidden?: boolean
  placeholder?: string
  options: readonly { id: Id; label: string; isDisabled?: boolean }[]
  value: Id | null
  onChange: (value: Id) => void
  error?: string | null | undefined
  isDisabled?: boolean
}

/** A select with a popover. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, isLabelHidden = false, placeholder = '', options, value, onChange, error, isDisabled = false } = props
  return (
    <AriaSelect
      className={classes(field.field)}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key)
        if (chosen) onChange(chosen.id)
      }}
      placeholder={placeholder}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {isLabelHidden ? null : <Label className={field.label}>{label}</Label>}
      <Button className={classes(field.input, styles.trigger)}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronDown aria-hidden />
      </Button>
      <FieldError className={field.error ?? ''}>{error}</FieldError>
      <Popover className={classes(menu.popover, styles.popover)}>
        <ListBox className={menu.menu ?? ''}>
          {options.map((option) => (
            <ListBoxItem
              key={option.id}
              id={option.id}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className={classes(menu.item, styles.option)}
            >
              <span className={styles.name}>{option.label}</span>
              <Check aria-hidden />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
