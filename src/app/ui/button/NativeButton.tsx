import type { ComponentProps } from 'react'
import { classes } from '../classes'
import type { ButtonVariant } from './Button'
import styles from './Button.module.css'

export interface NativeButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  variant?: ButtonVariant
  size?: 'medium' | 'large'
  wide?: boolean
}

/** The same button without react-aria, for the login page and error screens, which stay light. */
export function NativeButton({ variant = 'secondary', size = 'medium', wide = false, type, ...rest }: NativeButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classes(styles.button, styles[variant], size === 'large' && styles.large, wide && styles.wide)}
    />
  )
}
