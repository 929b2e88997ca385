import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  beginMonth,
  checkMonth,
  discardMonth,
  getMonths,
  MONTH_CONTENT_TYPE,
  type ImportState,
  type MonthFile,
  type Months,
} from '#contract/households/imports'
import { call } from '../../../api/call'
import { explainError, Refused } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { putFile } from '../../../api/upload'

/** While the server is at work. */
export const isImportMoving = (state: ImportState): boolean => state === 'checking' || state === 'publishing'

const POLL_MS = 1_000

export const monthsQuery = {
  ...queryOptions(getMonths),
  refetchInterval: ({ state: { data } }: { state: { data: Months | undefined } }) =>
    data?.handover && isImportMoving(data.handover.state) ? POLL_MS : false,
} as const

export interface ChosenFiles {
  readonly households: File
  readonly contacts?: File
  readonly wards?: File
}

/** Of wards whose file does not name it. */
export interface WardsAuthority {
  readonly code: string
  readonly name: string
}

type MonthUploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'uploading'; readonly file: string; readonly fraction: number }
  | { readonly kind: 'failed'; readonly message: string }

const ORDER = ['wards', 'households', 'contacts'] as const satisfies readonly MonthFile[]

/**
 * Uploads a month's files one after the other, then has them checked. Unmounting aborts.
 * @param onUploading called with the uploading handover; null when none is
 */
export function useImport(onUploading: (id: string | null) => void) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<MonthUploadState>({ kind: 'idle' })
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function handOver(
    month: string,
    files: ChosenFiles,
    authority: WardsAuthority | null,
    signal: AbortSignal,
  ): Promise<void> {
    const sizes = {
      households: files.households.size,
      ...(files.contacts ? { contacts: files.contacts.size } : {}),
      ...(files.wards ? { wards: files.wards.size } : {}),
    }
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
    const { id, addresses } = await call(beginMonth, {
      body: { month, ...sizes, ...(authority && { local_authority: authority }) },
      signal,
    })
    onUploading(id)
    try {
      let sent = 0
      for (const name of ORDER) {
        const [file, address] = [files[name], addresses[name]]
        if (!file || address === undefined) continue
        const before = sent
        await putFile(address, file, {
          contentType: MONTH_CONTENT_TYPE,
          signal,
          onProgress: (share) =>
            setState({ kind: 'uploading', file: file.name, fraction: (before + share * file.size) / total }),
        })
        sent += file.size
      }
      queryClient.setQueryData(monthsQuery.queryKey, await call(checkMonth, { body: { id }, signal }))
    } catch (error) {
      // Allows a retry; if it fails too, people see an upload to discard.
      await call(discardMonth, { body: { id } }).catch(() => {})
      throw error
    }
  }

  const start = (month: string, files: ChosenFiles, authority: WardsAuthority | null) => {
    const controller = new AbortController()
    current.current = controller
    setState({ kind: 'uploading', file: '', fraction: 0 })
    handOver(month, files, authority, controller.signal)
      .then(() => setState({ kind: 'idle' }))
      .catch((error: unknown) =>
        setState(controller.signal.aborted ? { kind: 'idle' } : { kind: 'failed', message: messageOfUpload(error) }),
      )
      .finally(() => {
        onUploading(null)
        void queryClient.invalidateQueries({ queryKey: monthsQuery.queryKey })
      })
  }
  return { state, start, cancel: () => current.current?.abort() }
}

const messageOfUpload = (error: unknown): string =>
  error instanceof Refused ? (Object.values(error.fields)[0] ?? explainError(error)) : explainError(error)
