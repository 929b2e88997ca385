import { useMutation } from '@tanstack/react-query'
import { notify, type ToastArea } from './notify'

export const EXPORTED = 'Success! Please check your downloads folder'

export interface Export {
  readonly isPending: boolean
  /** Call it from the press handler, which may open a tab. Never throws. */
  readonly run: (work: () => Promise<void>) => void
}

/** An export that reports its outcome by toast; `wordsOf` describes a failure. */
export function useExport(wordsOf: (error: unknown) => string, area: ToastArea = 'app'): Export {
  const { isPending, mutate } = useMutation({
    mutationFn: (work: Promise<void>) => work,
    onSuccess: () => notify.success(EXPORTED, area),
    onError: (error) => notify.error(wordsOf(error), area),
  })
  return { isPending, run: (work) => mutate(work()) }
}
