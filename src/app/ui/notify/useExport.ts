import { useMutation } from '@tanstack/react-query'
import { notify, type ToastArea } from './notify'

/** What people read when an export succeeded. */
export const EXPORTED = 'Success! Please check your downloads folder'

/** An export that a press starts; a toast says how it ended. */
export interface Export {
  readonly isPending: boolean
  /** Call it from the press itself, so that a tab may be opened. Never throws. */
  readonly run: (work: () => Promise<void>) => void
}

/** @param wordsOf what people read of a failure. */
export function useExport(wordsOf: (error: unknown) => string, area: ToastArea = 'app'): Export {
  const { isPending, mutate } = useMutation({
    mutationFn: (work: Promise<void>) => work,
    onSuccess: () => notify.success(EXPORTED, area),
    onError: (error) => notify.error(wordsOf(error), area),
  })
  return { isPending, run: (work) => mutate(work()) }
}
