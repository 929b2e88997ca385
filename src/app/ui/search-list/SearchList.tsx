import { Check, ChevronDown, Search } from 'lucide-react'
import { useContext, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  type Key,
} from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Text } from 'react-aria-components/Text'
import field from '../text-field/TextField.module.css'
import styles from './SearchList.module.css'

/** One line of the list. */
export interface SearchOption {
  id: string
  label: string
  /** A second, quieter line: where the option belongs. */
  detail?: string
}

export interface SearchListProps {
  label: string
  /** Read by screen readers only, where the place already says it. */
  isLabelHidden?: boolean
  /** The id of the input. */
  id?: string
  placeholder?: string
  /** What stands in the list, already narrowed to the query. */
  options: readonly SearchOption[]
  /** The chosen ones, ticked in the list and toggled by choosing. Without it the list is a list of places to go to. */
  selectedIds?: readonly string[]
  query: string
  onQueryChange: (query: string) => void
  onChoose: (id: string) => void
  /** Offered what is pasted; true when it was taken and is not to land in the field. */
  onPasteText?: (text: string) => boolean
  /** Whether Enter chooses the first option when none is pointed at. */
  entersFirst?: boolean
  /** What the list says when it has no options. */
  emptyText: string
  /** Stands below the options: how many there are, or what went wrong. */
  footer?: ReactNode
}

/** A field that searches a list. It stays open while several are chosen, and keeps what was typed. */
export function SearchList(props: SearchListProps) {
  const { selectedIds } = props
  const choose = (value: Key | null | readonly Key[]) => {
    const chosen: readonly Key[] = typeof value === 'object' ? (value ?? []) : [value]
    const before = new Set<Key>(selectedIds)
    const after = new Set<Key>(chosen)
    for (const key of [...chosen.filter((one) => !before.has(one)), ...[...before].filter((one) => !after.has(one))]) {
      props.onChoose(String(key))
    }
  }
  return (
    <ComboBox<SearchOption, 'single' | 'multiple'>
      className={styles.root ?? ''}
      id={props.id}
      selectionMode={selectedIds ? 'multiple' : 'single'}
      value={selectedIds ?? null}
      onChange={choose}
      inputValue={props.query}
      onInputChange={props.onQueryChange}
      onBlur={() => props.onQueryChange('')}
      items={props.options}
      menuTrigger="focus"
      allowsCustomValue
      allowsEmptyCollection
      {...(props.isLabelHidden ? { 'aria-label': props.label } : {})}
    >
      {props.isLabelHidden ? null : <Label className={field.label}>{props.label}</Label>}
      <SearchField {...props} />
      <Popover className={styles.popover ?? ''} offset={4} style={{ width: 'var(--trigger-width)' }}>
        <ListBox<SearchOption>
          className={styles.list ?? ''}
          renderEmptyState={() => <p className={styles.empty}>{props.emptyText}</p>}
        >
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.option ?? ''}>
              {({ isSelected }) => (
                <>
                  {selectedIds ? (
                    <span className={styles.tick} data-selected={isSelected || undefined} aria-hidden="true">
                      {isSelected ? <Check /> : null}
                    </span>
                  ) : null}
                  <span className={styles.words}>
                    <Text slot="label">{option.label}</Text>
                    {option.detail ? (
                      <Text slot="description" className={styles.detail ?? ''}>
                        {option.detail}
                      </Text>
                    ) : null}
                  </span>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
        {props.footer ? <div className={styles.footer}>{props.footer}</div> : null}
      </Popover>
    </ComboBox>
  )
}

function SearchField({ options, onChoose, onPasteText, entersFirst, placeholder }: SearchListProps) {
  const state = useContext(ComboBoxStateContext)

  const beforeKey = (event: KeyboardEvent) => {
    if (!state?.isOpen) return
    // The combo box commits what is pointed at on Tab, which would take back what Enter has just chosen.
    if (event.key === 'Tab') state.selectionManager.setFocusedKey(null)
    const first = options[0]
    if (event.key === 'Enter' && entersFirst && first && state.selectionManager.focusedKey === null) {
      event.preventDefault()
      event.stopPropagation()
      onChoose(first.id)
    }
    // Escape closes the list here, and not also the sheet or the tooltip around it.
    if (event.key === 'Escape') {
      event.stopPropagation()
      state.revert()
    }
  }
  const takePaste = (event: ClipboardEvent) => {
    if (onPasteText?.(event.clipboardData.getData('text'))) event.preventDefault()
  }
  return (
    <Group className={styles.field ?? ''} onKeyDownCapture={beforeKey}>
      <Search className={styles.glass} aria-hidden="true" />
      <Input className={styles.input ?? ''} placeholder={placeholder} maxLength={200} onPaste={takePaste} />
      <Button className={styles.toggle ?? ''}>
        <ChevronDown aria-hidden="true" />
      </Button>
    </Group>
  )
}
