import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import { classes } from '../classes'
import type { ButtonVariant } from './Button'
import styles from './Button.module.css'

export interface ButtonLinkProps {
  to: To
  variant?: ButtonVariant
  icon?: ReactNode
  children: ReactNode
}

/** A link to a place of the app that looks like a button. */
export function ButtonLink({ to, variant = 'secondary', icon, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={classes(styles.button, styles[variant])}>
      {icon}
      {children}
    </Link>
  )
}
