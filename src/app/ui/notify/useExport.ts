import { useState } from 'react'
import { notify, type ToastArea } from './notify'

/** docs/product.md#toasts. */
export const EXPORTED = 'Success! Please check your downloads folder'

/** An export that a press begins; a toast says what came of it. */
export interface Export {
  readonly isPending: boolean
  /** Call it from the press itself, so that a tab may be opened. Never throws. */
  readonly run: (work: () => Promise<void>) => void
}

/** @param wordsOf what people read of what went wrong. */
export function useExport(wordsOf: (error: unknown) => string, area: ToastArea = 'app'): Export {
  const [isPending, setIsPending] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setIsPending(true)
    try {
      await work()
      await notify.success(EXPORTED, area)
    } catch (error) {
      await notify.error(wordsOf(error), area)
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, run: (work) => void attempt(work) }
}
