import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'
import type { ReactElement, ReactNode } from 'react'
import { classes } from '../classes'
import styles from './Menu.module.css'

export interface MenuEntry {
  id: string
  label: string
  icon?: ReactNode
  onAction: () => void
  /** Disables the entry and is shown beside it. */
  whyNot?: string | null
  isDanger?: boolean
}

export interface MenuProps {
  trigger: ReactElement
  items: readonly MenuEntry[]
  /** Accessible name: the trigger is hidden while the menu is open. */
  label: string
}

/** A button with a menu. */
export function Menu({ trigger, items, label }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} placement="bottom end" aria-label={label}>
        <AriaMenu className={styles.menu ?? ''} aria-label={label}>
          {items.map(({ id, label: words, icon, onAction, whyNot = null, isDanger = false }) => {
            const text = whyNot === null ? words : `${words} (${whyNot})`
            return (
              <MenuItem
                key={id}
                id={id}
                textValue={text}
                onAction={onAction}
                isDisabled={whyNot !== null}
                className={classes(styles.item, isDanger && styles.danger)}
              >
                {icon}
                <span>{text}</span>
              </MenuItem>
            )
          })}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
