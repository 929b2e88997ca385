import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import type { TooltipProps as AriaTooltipProps } from 'react-aria-components/Tooltip'
import type { ComponentProps, ReactElement } from 'react'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  text: string
  placement?: AriaTooltipProps['placement']
  isInstant?: boolean
  isDisabled?: boolean
  /** Controlled, such as by touch. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** One react-aria button; for DOM elements use {@link PlainTooltip}. */
  children: ReactElement
}

/** A tooltip on hover and keyboard focus, which also describes its element. */
export function Tooltip({
  text,
  placement = 'top',
  isInstant = false,
  isDisabled = false,
  children,
  ...open
}: TooltipProps) {
  return (
    <TooltipTrigger {...open} delay={isInstant ? 0 : HOVER_WAIT} closeDelay={0} isDisabled={isDisabled}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={OFFSET}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/** {@link Tooltip} around a DOM element such as a link. */
export function PlainTooltip({
  children,
  ...rest
}: TooltipProps & { children: ComponentProps<typeof Focusable>['children'] }) {
  return (
    <Tooltip {...rest}>
      <Focusable>{children}</Focusable>
    </Tooltip>
  )
}

const HOVER_WAIT = 400
/** Pixels. */
const OFFSET = 6
