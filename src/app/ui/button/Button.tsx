import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { useEffect, type ReactNode, type Ref } from 'react'
import { Spinner } from '../spinner/Spinner'
import { classes } from '../classes'
import styles from './Button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant
  /** Before the words. Decorative: the words say what the button does. */
  icon?: ReactNode
  size?: 'medium' | 'large'
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A button. While `isPending` it keeps its place and focus, cannot be pressed, and shows a spinner. */
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
      {children}
    </AriaButton>
  )
}

/** react-aria holds back the first words of a page for 100 ms, in which the button may go; milliseconds. */
const FIRST_WORDS_WAIT = 150

/**
 * react-aria says "pending" to screen readers by a picture that borrows the button's name, and keeps it for seconds.
 * Once the button has gone with its dialog that picture has no name: out with it.
 */
function removeNamelessWords(): void {
  // The page may have gone as well.
  if (typeof document === 'undefined') return
  for (const words of document.querySelectorAll('[data-live-announcer] [role="img"]')) {
    if (!document.getElementById(words.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')) words.remove()
  }
}
