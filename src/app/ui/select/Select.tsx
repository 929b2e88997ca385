import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components/Select'
import { Text } from 'react-aria-components/Text'
import { Header } from 'react-aria-components/Header'
import { Check, ChevronDown } from 'lucide-react'
import { classes } from '../classes'
import field from '../text-field/TextField.module.css'
import menu from '../menu/Menu.module.css'
import styles from './Select.module.css'

interface SelectOption<Id extends string> {
  id: Id
  label: string
  isDisabled?: boolean
}

export interface SelectProps<Id extends string> {
  label: string
  isLabelHidden?: boolean
  advice?: string | undefined
  placeholder?: string
  options: readonly SelectOption<Id>[]
  /** More options, below the others. */
  group?: { title: string; options: readonly SelectOption<Id>[] }
  value: Id | null
  onChange: (value: Id) => void
  error?: string | null | undefined
  isDisabled?: boolean
}

/** A select with a popover. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const {
    label,
    isLabelHidden = false,
    advice,
    placeholder = '',
    options,
    group,
    value,
    onChange,
    error,
    isDisabled = false,
  } = props
  return (
    <AriaSelect
      className={classes(field.field)}
      value={value}
      onChange={(key) => {
        const chosen = [...options, ...(group?.options ?? [])].find((option) => option.id === key)
        if (chosen) onChange(chosen.id)
      }}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {isLabelHidden ? null : <Label className={field.label}>{label}</Label>}
      {advice === undefined ? null : (
        <Text slot="description" className={field.description ?? ''}>
          {advice}
        </Text>
      )}
      <Button className={classes(field.input, styles.trigger)}>
        <SelectValue className={styles.value ?? ''}>
          {({ selectedText }) => <span>{selectedText || placeholder}</span>}
        </SelectValue>
        <ChevronDown aria-hidden />
      </Button>
      <FieldError className={field.error ?? ''}>{error}</FieldError>
      <Popover className={classes(menu.popover, styles.popover)}>
        <ListBox className={menu.menu ?? ''}>
          {options.map(renderOption)}
          {group && group.options.length > 0 ? (
            <ListBoxSection>
              <Header className={styles.title ?? ''}>{group.title}</Header>
              {group.options.map(renderOption)}
            </ListBoxSection>
          ) : null}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}

const renderOption = ({ id, label, isDisabled = false }: SelectOption<string>) => (
  <ListBoxItem key={id} id={id} textValue={label} isDisabled={isDisabled} className={classes(menu.item, styles.option)}>
    <span className={styles.name}>{label}</span>
    <Check aria-hidden />
  </ListBoxItem>
)
