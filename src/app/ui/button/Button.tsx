import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { useEffect, type ReactNode } from 'react'
import { Spinner } from '../spinner/Spinner'
import { classes } from '../classes'
import styles from './Button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant
  icon?: ReactNode
  size?: 'medium' | 'large'
  children: ReactNode
}

/** A button. While `isPending` it keeps its focus, ignores presses, and shows a spinner. */
export function Button({ variant = 'secondary', icon, size = 'medium', children, ...rest }: ButtonProps) {
  useEffect(
    () => () => {
      queueMicrotask(removeNamelessWords)
      setTimeout(removeNamelessWords, FIRST_WORDS_WAIT)
    },
    [],
  )
  return (
    <AriaButton {...rest} className={classes(styles.button, styles[variant], size === 'large' && styles.large)}>
      {rest.isPending ? <Spinner size="small" /> : icon}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </AriaButton>
  )
}

/** react-aria delays a page's first announcement by 100 ms. */
const FIRST_WORDS_WAIT = 150

/** react-aria announces "pending" by an image labelled by the button, nameless once the button is gone. */
function removeNamelessWords(): void {
  if (typeof document === 'undefined') return
  for (const words of document.querySelectorAll('[data-live-announcer] [role="img"]')) {
    if (!document.getElementById(words.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')) words.remove()
  }
}
