import { Check, ChevronDown, Search } from 'lucide-react'
import {
  useContext,
  useImperativeHandle,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
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

export interface SearchOption {
  id: string
  label: string
  /** A second line. `data-faint` content makes the option faint. */
  detail?: ReactNode
}

export interface SearchListProps {
  label: string
  isLabelHidden?: boolean
  id?: string
  placeholder?: string
  options: readonly SearchOption[]
  /** Ticked options, toggled by choosing. Without it, choosing navigates. */
  selectedIds?: readonly string[]
  query: string
  onQueryChange: (query: string) => void
  onChoose: (id: string) => void
  /** Returns true if it handled the paste, which then stays out of the field. */
  onPasteText?: (text: string) => boolean
  entersFirst?: boolean
  /** Choosing closes the list, and the focus stays in the field. */
  closesOnChoose?: boolean
  emptyText: string
  footer?: ReactNode
}

/** A search field with a list. It stays open while several are chosen, and keeps the query. */
export function SearchList(props: SearchListProps) {
  const { selectedIds, closesOnChoose = false } = props
  const list = useRef<OpenList>(null)
  const choose = (value: Key | null | readonly Key[]) => {
    const chosen: readonly Key[] = typeof value === 'object' ? (value ?? []) : [value]
    const before = new Set<Key>(selectedIds)
    const after = new Set<Key>(chosen)
    for (const key of [...chosen.filter((one) => !before.has(one)), ...[...before].filter((one) => !after.has(one))]) {
      props.onChoose(String(key))
    }
    if (closesOnChoose) list.current?.close()
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
      <SearchField {...props} ref={list} />
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

interface OpenList {
  close: () => void
}

interface SearchFieldProps extends SearchListProps {
  ref: RefObject<OpenList | null>
}

function SearchField(props: SearchFieldProps) {
  const { options, onChoose, onPasteText, entersFirst, closesOnChoose, placeholder, ref } = props
  const state = useContext(ComboBoxStateContext)
  useImperativeHandle(ref, () => ({ close: () => state?.close() }), [state])

  const beforeKey = (event: KeyboardEvent) => {
    if (!state?.isOpen) return
    // On Tab the combo box commits the focused option, which would undo Enter's choice.
    if (event.key === 'Tab') state.selectionManager.setFocusedKey(null)
    const first = options[0]
    if (event.key === 'Enter' && entersFirst && first && state.selectionManager.focusedKey === null) {
      event.preventDefault()
      event.stopPropagation()
      onChoose(first.id)
      if (closesOnChoose) state.close()
    }
    // Escape must not also close the surrounding sheet or tooltip.
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
