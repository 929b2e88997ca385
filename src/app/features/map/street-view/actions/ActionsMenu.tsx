import { useMutation } from '@tanstack/react-query'
import { Calculator, ChevronDown, DoorOpen, Download, FileText, Image, MailPlus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { exportHouseholdsCsv, sendHouseholdsToCalculator } from '#contract/households/households'
import { call, callFile } from '../../../../api/call'
import { explainError } from '../../../../api/errors'
import { withRetries } from '../../../../api/retry'
import { useWhyNotInMenu } from '../../../../state/connectivity'
import { filterRequestAtom } from '../../../../state/filters/selectedFilters'
import { CLOSED_TO_ROLE, useOwnAccess } from '../../../../state/ownAccess'
import { useAtomValue } from '../../../../state/store'
import { Button } from '../../../../ui/button/Button'
import { usePurpose } from '../../../../ui/dialog/usePurpose'
import { Menu } from '../../../../ui/menu/Menu'
import { notify } from '../../../../ui/notify/notify'
import { EXPORTED } from '../../../../ui/notify/useExport'
import { saveFile } from '../../../../lib/saveFile'
import { readPlace } from '../canvas/mapPlace'
import type { MapView } from '../data/picture'
import type { PaperFormat } from '../paper/exportMap'

/** Actions on the filtered households and their map. */
export function ActionsMenu({ view }: { view: MapView }) {
  const body = useAtomValue(filterRequestAtom)
  const navigate = useNavigate()
  const whyNot = useWhyNotInMenu()
  const { may_export, may_calculate, may_visit, purposes } = useOwnAccess()
  const { ask, question } = usePurpose(purposes)
  const toasts = {
    onSuccess: (words: string) => notify.success(words),
    onError: (failure: Error) => notify.error(explainError(failure)),
  }
  const sendToCalculator = useMutation({ mutationFn: () => call(sendHouseholdsToCalculator, { body }), ...toasts })
  const exportCsv = useMutation({
    mutationFn: async (purpose: string | undefined) => {
      const file = await withRetries(() => callFile(exportHouseholdsCsv, { body: { ...body, purpose } }))
      saveFile(file, 'households.csv')
      return EXPORTED
    },
    ...toasts,
  })
  const saveMap = useMutation({
    mutationFn: async ({ format, purpose }: { format: PaperFormat; purpose: string | undefined }) => {
      const { exportMap } = await import('../paper/exportMap')
      await exportMap(format, { ...body, view, place: readPlace(), purpose })
      return EXPORTED
    },
    ...toasts,
  })
  const saveMapAs = (format: PaperFormat) => ask((purpose) => saveMap.mutate({ format, purpose }))
  const isExporting = exportCsv.isPending || saveMap.isPending
  const pending = sendToCalculator.isPending ? 'Sending…' : isExporting ? 'Exporting…' : null

  return (
    <>
      <Menu
        label="Actions"
        trigger={
          <Button variant="primary" isPending={pending !== null}>
            {pending ?? 'Actions'}
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
            onAction: () => ask(exportCsv.mutate),
          },
          {
            id: 'pdf',
            label: 'Map as PDF',
            whyNot: may_export ? whyNot : CLOSED_TO_ROLE,
            icon: <FileText aria-hidden />,
            onAction: () => saveMapAs('pdf'),
          },
          {
            id: 'picture',
            label: 'Map as picture',
            whyNot: may_export ? whyNot : CLOSED_TO_ROLE,
            icon: <Image aria-hidden />,
            onAction: () => saveMapAs('picture'),
          },
        ]}
      />
      {question}
    </>
  )
}
