import { Calculator, ChevronDown, Download, MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { exportHouseholdsCsv, sendHouseholdsToCalculator } from '#contract/households'
import { call, callFile } from '../../../api/call'
import { messageOf } from '../../../api/errors'
import { useWhyNotInMenu } from '../../../state/online'
import { filterRequestAtom } from '../../../state/selectedFilters'
import { useAtomValue } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { Menu } from '../../../ui/menu/Menu'
import { notify } from '../../../ui/notify/notify'
import { EXPORTED } from '../../../ui/notify/useExport'
import { saveFile } from '../../../lib/saveFile'

/** What can be done with the filtered households. */
export function ActionsMenu() {
  const body = useAtomValue(filterRequestAtom)
  const navigate = useNavigate()
  const whyNot = useWhyNotInMenu()
  const [pending, setPending] = useState<string | null>(null)

  const run = async (words: string, work: () => Promise<string>) => {
    setPending(words)
    try {
      await notify.success(await work())
    } catch (failure) {
      await notify.error(messageOf(failure))
    } finally {
      setPending(null)
    }
  }
  const sendToCalculator = () => run('Sending…', () => call(sendHouseholdsToCalculator, { body }))
  const exportCsv = () =>
    run('Exporting…', async () => {
      saveFile(await callFile(exportHouseholdsCsv, { body }), 'households.csv')
      return EXPORTED
    })

  return (
    <Menu
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
          whyNot,
          icon: <Calculator aria-hidden />,
          onAction: () => void sendToCalculator(),
        },
        {
          id: 'campaign',
          label: 'Create new campaign',
          icon: <MailPlus aria-hidden />,
          onAction: () => void navigate('/campaigns/new'),
        },
        {
          id: 'csv',
          label: 'CSV export',
          whyNot,
          icon: <Download aria-hidden />,
          onAction: () => void exportCsv(),
        },
      ]}
    />
  )
}
