import { useMutation, useQuery } from '@tanstack/react-query'
import { Calculator, ChevronDown, DoorOpen, Download, MailPlus, Printer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { exportHouseholdsCsv, sendHouseholdsToCalculator } from '#contract/households/households'
import { call, callFile } from '../../../../api/call'
import { explainError } from '../../../../api/errors'
import { codeQuery } from '../../../../api/queryOptions'
import { withRetries } from '../../../../api/retry'
import { useWhyNotInMenu } from '../../../../state/connectivity'
import { filterRequestAtom } from '../../../../state/filters/selectedFilters'
import { CLOSED_TO_ROLE, useOwnAccess } from '../../../../state/ownAccess'
import { useStore } from '../../../../state/store'
import { Button } from '../../../../ui/button/Button'
import { usePurpose } from '../../../../ui/dialog/usePurpose'
import { Menu } from '../../../../ui/menu/Menu'
import { notify } from '../../../../ui/notify/notify'
import { EXPORTED } from '../../../../ui/notify/useExport'
import { saveFile } from '../../../../lib/saveFile'
import { readPlace } from '../canvas/mapPlace'
import type { MapView } from '../../../../state/mapView'
import type { PaperFormat } from '../paper/exportMap'
import type { ShareDialogProps } from '../share/ShareDialog'

const shareQuery = codeQuery('print or share', () => import('../share/ShareDialog'))

const toasts = {
  onSuccess: (words: string) => notify.success(words),
  onError: (failure: Error) => notify.error(explainError(failure)),
}

/** Actions on the filtered households and their map. */
export function ActionsMenu({ view }: { view: MapView }) {
  const readRequest = useRequestReader()
  const navigate = useNavigate()
  const whyNot = useWhyNotInMenu()
  const { may_export, may_calculate, may_visit, purposes } = useOwnAccess()
  const { ask, question } = usePurpose(purposes)
  const sendToCalculator = useMutation({
    mutationFn: () => call(sendHouseholdsToCalculator, { body: readRequest() }),
    ...toasts,
  })
  const exportCsv = useMutation({
    mutationFn: async ({ wording, purpose }: { wording: 'names' | 'codes'; purpose: string | undefined }) => {
      const file = await withRetries(() =>
        callFile(exportHouseholdsCsv, { body: { ...readRequest(), purpose, wording } }),
      )
      saveFile(file, 'households.csv')
      return EXPORTED
    },
    ...toasts,
  })
  const saveMap = useMutation({
    mutationFn: async ({ format, purpose }: { format: PaperFormat; purpose: string | undefined }) => {
      const { exportMap } = await import('../paper/exportMap')
      await exportMap(format, { ...readRequest(), view, place: readPlace(), purpose })
      return EXPORTED
    },
    ...toasts,
  })
  const saveMapAs = (format: PaperFormat) => ask((purpose) => saveMap.mutate({ format, purpose }))
  const share = useShareDialog({ view, whyNoExport: may_export ? whyNot : CLOSED_TO_ROLE, onExport: saveMapAs })
  const isExporting = exportCsv.isPending || saveMap.isPending
  const pending = sendToCalculator.isPending
    ? 'Sending…'
    : isExporting
      ? 'Exporting…'
      : share.isOpening
        ? 'Opening…'
        : null

  return (
    <>
      <Menu
        label="Actions"
        trigger={
          <Button variant="primary" isPending={pending !== null}>
            <span>{pending ?? 'Actions'}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
        items={[
          {
            id: 'calculator',
            label: 'Send to Calculator',
            whyNot: may_calculate ? whyNot : CLOSED_TO_ROLE,
            icon: <Calculator aria-hidden />,
            onAction: () => sendToCalculator.mutate(),
          },
          {
            id: 'campaign',
            label: 'Create new campaign',
            icon: <MailPlus aria-hidden />,
            onAction: () => void navigate('/campaigns/new'),
          },
          ...(may_visit
            ? [
                {
                  id: 'visits',
                  label: 'Start a visit round',
                  icon: <DoorOpen aria-hidden />,
                  onAction: () => void navigate('/visits'),
                },
              ]
            : []),
          {
            id: 'csv',
            label: 'CSV export',
            whyNot: may_export ? whyNot : CLOSED_TO_ROLE,
            icon: <Download aria-hidden />,
            onAction: () => ask((purpose) => exportCsv.mutate({ wording: 'names', purpose })),
          },
          {
            id: 'codes',
            label: 'CSV in codes, for an import',
            whyNot: may_export ? whyNot : CLOSED_TO_ROLE,
            icon: <Download aria-hidden />,
            onAction: () => ask((purpose) => exportCsv.mutate({ wording: 'codes', purpose })),
          },
          {
            id: 'share',
            label: 'Print or share',
            icon: <Printer aria-hidden />,
            onAction: share.open,
          },
        ]}
      />
      {share.dialog}
      {question}
    </>
  )
}

/** Reads the filters as they are at the press. */
function useRequestReader() {
  const store = useStore()
  return () => store.get(filterRequestAtom)
}

function useShareDialog(props: Omit<ShareDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({ ...shareQuery, enabled: isOpen })
  return {
    dialog: isOpen && data ? <data.ShareDialog {...props} onClose={() => setIsOpen(false)} /> : null,
    isOpening: isOpen && isFetching,
    open: () => {
      setIsOpen(true)
      if (isError) void refetch()
    },
  }
}
