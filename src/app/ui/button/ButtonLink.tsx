import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import { classes } from '../classes'
import type { ButtonVariant } from './Button'
import styles from './Button.module.css'

export interface ButtonLinkProps {
  to: To
  variant?: ButtonVariant
  icon?: ReactNode
  /** Accessible name, which must begin with the visible words. */
  label?: string
  children: ReactNode
}

/** A router link styled as a button. */
export function ButtonLink({ to, variant = 'secondary', icon, label, children }: ButtonLinkProps) {
  return (
    <Link
      to={to}
      className={classes(styles.button, styles[variant])}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {icon}
      {children}
    </Link>
  )
}
