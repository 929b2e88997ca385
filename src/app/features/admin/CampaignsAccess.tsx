import { useState } from 'react'
import { setCampaignsAccess, type OrganisationAccess } from '#contract/organisations'
import { call } from '../../api/call'
import { messageOf } from '../../api/errors'
import { offlineReason, useIsOffline } from '../../state/online'
import { Badge } from '../../ui/badge/Badge'
import { Button } from '../../ui/button/Button'
import { DataTable, type DataColumn } from '../../ui/data-table/DataTable'
import { Dialog } from '../../ui/dialog/Dialog'
import { Notice } from '../../ui/notice/Notice'
import styles from './SuperAdminPanel.module.css'

/** Every organisation, with its campaigns switched on or off; asks before it changes that. */
export function CampaignsAccess({ loaded }: { loaded: readonly OrganisationAccess[] }) {
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  const [asked, setAsked] = useState<OrganisationAccess | null>(null)
  const isOffline = useIsOffline()
  const organisations = loaded.map((one) => ({ ...one, campaigns_enabled: changed[one.slug] ?? one.campaigns_enabled }))

  const columns: readonly DataColumn<OrganisationAccess>[] = [
    { id: 'name', heading: 'Organisation', cell: ({ name }) => name, sortBy: ({ name }) => name },
    {
      id: 'campaigns',
      heading: 'Campaigns',
      cell: ({ campaigns_enabled: isOn }) => <Badge tone={isOn ? 'green' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>,
      sortBy: ({ campaigns_enabled: isOn }) => (isOn ? 0 : 1),
    },
    {
      id: 'change',
      heading: 'Change',
      isHeadingHidden: true,
      cell: (one) => (
        <Button aria-label={`${verbOf(one)} campaigns for ${one.name}`} isDisabled={isOffline} onPress={() => setAsked(one)}>
          {verbOf(one)}
        </Button>
      ),
    },
  ]
  return (
    <>
      <div className={styles.table}>
        <DataTable caption="Campaigns access" columns={columns} rows={organisations} keyOf={({ slug }) => slug} />
      </div>
      {isOffline ? <p className={styles.detail}>{offlineReason('Switching campaigns on or off needs')}</p> : null}
      {asked ? (
        <ConfirmAccess
          organisation={asked}
          onClose={() => setAsked(null)}
          onChanged={(one) => {
            setChanged((before) => ({ ...before, [one.slug]: one.campaigns_enabled }))
            setAsked(null)
          }}
        />
      ) : null}
    </>
  )
}

const verbOf = ({ campaigns_enabled: isOn }: OrganisationAccess) => (isOn ? 'Switch off' : 'Switch on')

interface ConfirmAccessProps {
  organisation: OrganisationAccess
  onClose: () => void
  onChanged: (organisation: OrganisationAccess) => void
}

function ConfirmAccess({ organisation, onClose, onChanged }: ConfirmAccessProps) {
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { name, slug, campaigns_enabled: isOn } = organisation
  const change = async () => {
    setIsPending(true)
    setProblem(null)
    try {
      onChanged(await call(setCampaignsAccess, { body: { slug, campaigns_enabled: !isOn } }))
    } catch (error) {
      setProblem(messageOf(error))
      setIsPending(false)
    }
  }
  return (
    <Dialog
      title={`${verbOf(organisation)} campaigns for ${name}?`}
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button variant={isOn ? 'danger' : 'primary'} isPending={isPending} onPress={() => void change()}>
            {verbOf(organisation)}
          </Button>
        </>
      }
    >
      {problem === null ? null : <Notice kind="error">{problem}</Notice>}
      <p>
        {isOn
          ? `People of ${name} will no longer be able to open campaigns. Campaigns that are being sent go on, and none is deleted.`
          : `Everyone of ${name} will be able to create campaigns and send them for review.`}
      </p>
    </Dialog>
  )
}
