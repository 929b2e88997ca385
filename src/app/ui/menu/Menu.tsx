import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'
import type { ReactElement, ReactNode } from 'react'
import { classes } from '../classes'
import styles from './Menu.module.css'

export interface MenuEntry {
  id: string
  label: string
  icon?: ReactNode
  onAction: () => void
  isDisabled?: boolean
  /** Marks what cannot be undone. */
  isDanger?: boolean
}

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  items: readonly MenuEntry[]
  /** What the menu holds, for screen readers, when the trigger's own name does not say. */
  label?: string
  placement?: 'bottom start' | 'bottom end'
}

/** A button with a menu; closed by choosing, Escape, or a click outside. */
export function Menu({ trigger, items, label, placement = 'bottom end' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} placement={placement}>
        <AriaMenu className={styles.menu ?? ''} {...(label === undefined ? {} : { 'aria-label': label })}>
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              onAction={item.onAction}
              isDisabled={item.isDisabled ?? false}
              className={classes(styles.item, item.isDanger === true && styles.danger)}
            >
              {item.icon}
              {item.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
