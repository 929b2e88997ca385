import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes'
import { Spinner } from '../spinner/Spinner'
import type { ButtonVariant } from './Button'
import styles from './Button.module.css'

export interface NativeButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  variant?: ButtonVariant
  size?: 'medium' | 'large'
  wide?: boolean
  isPending?: boolean
}

/** A button without react-aria, for light pages. */
export function NativeButton(props: NativeButtonProps) {
  const { variant = 'secondary', size = 'medium', wide = false, isPending = false, type, children, ...rest } = props
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classes(styles.button, styles[variant], size === 'large' && styles.large, wide && styles.wide)}
    >
      {isPending ? <Spinner size="small" /> : null}
      <span>{children}</span>
    </button>
  )
}

interface NativeLinkProps extends Pick<NativeButtonProps, 'variant' | 'size'> {
  href: string
  children: ReactNode
}

/** A button-like link that loads a new document, unlike ButtonLink. */
export function NativeLink({ href, variant = 'secondary', size = 'medium', children }: NativeLinkProps) {
  return (
    <a href={href} className={classes(styles.button, styles[variant], size === 'large' && styles.large)}>
      {children}
    </a>
  )
}
