import { createContext, type ReactNode } from 'react'

/** The way to a screen's help, at the end of its header. */
export const PageHelp = createContext<ReactNode>(null)
