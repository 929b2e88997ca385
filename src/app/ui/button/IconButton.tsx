import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import type { ReactNode } from 'react'
import { Tooltip } from '../tooltip/Tooltip'
import { classes } from '../classes'
import styles from './Button.module.css'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  label: string
  icon: ReactNode
  size?: 'medium' | 'small'
  withTooltip?: boolean
}

/** An icon-only button. */
export function IconButton({ label, icon, size = 'medium', withTooltip = true, ...rest }: IconButtonProps) {
  const button = (
    <AriaButton
      {...rest}
      aria-label={label}
      className={classes(styles.button, styles.icon, size === 'small' && styles.small)}
    >
      {icon}
    </AriaButton>
  )
  return withTooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
