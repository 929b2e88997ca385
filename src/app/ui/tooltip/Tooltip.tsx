import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import type { TooltipProps as AriaTooltipProps } from 'react-aria-components/Tooltip'
import type { ComponentProps, ReactElement } from 'react'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  text: string
  placement?: AriaTooltipProps['placement']
  /** Without a wait, for what people come to look for. */
  isInstant?: boolean
  isDisabled?: boolean
  /** Only where the caller opens it too, by touch say. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** One element that takes focus: a react-aria button, or with `plain` an element of the DOM. */
  children: ReactElement
}

/** Words that show on hover and on keyboard focus, and describe their element to screen readers. */
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

/** {@link Tooltip} around an element of the DOM (a link) instead of a react-aria part. */
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

/** Milliseconds before a tooltip opens under a resting pointer. */
const HOVER_WAIT = 400
/** Pixels between element and tooltip. */
const OFFSET = 6
