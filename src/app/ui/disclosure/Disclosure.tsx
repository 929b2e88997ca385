import { Button, Disclosure as AriaDisclosure, DisclosurePanel, Heading } from 'react-aria-components/Disclosure'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes'
import styles from './Disclosure.module.css'

export interface DisclosureProps {
  title: string
  aside?: ReactNode
  level?: 2 | 3 | 4
  isExpanded?: boolean
  defaultExpanded?: boolean
  onExpandedChange?: (isExpanded: boolean) => void
  /** `quiet` for nested ones. */
  look?: 'strong' | 'quiet'
  children: ReactNode
}

/** A heading that expands and collapses its content. */
export function Disclosure(props: DisclosureProps) {
  const { title, aside, level = 3, isExpanded, defaultExpanded, onExpandedChange, look = 'strong', children } = props
  return (
    <AriaDisclosure
      className={classes(styles.disclosure, look === 'quiet' && styles.quiet)}
      {...(isExpanded === undefined ? {} : { isExpanded })}
      {...(defaultExpanded === undefined ? {} : { defaultExpanded })}
      {...(onExpandedChange ? { onExpandedChange } : {})}
    >
      <Heading level={level} className={styles.heading ?? ''}>
        <Button slot="trigger" className={styles.trigger ?? ''}>
          <ChevronRight aria-hidden />
          <span className={styles.title}>{title}</span>
          {aside}
        </Button>
      </Heading>
      <DisclosurePanel className={styles.panel ?? ''}>{children}</DisclosurePanel>
    </AriaDisclosure>
  )
}
