import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setCampaignsAccess, type OrganisationAccess } from '#contract/organisations/organisations'
import { call } from '../../../api/call'
import { explainFailure } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
import { Badge } from '../../../ui/badge/Badge'
import { Button } from '../../../ui/button/Button'
import { DataTable } from '../../../ui/data-table/DataTable'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import type { DataColumn } from '../../../ui/data-table/rows'
import { organisationsQuery } from '../../../state/settings'

const SWITCHING = 'Switching campaigns on or off needs'

/** Switches campaigns on or off for each organisation, after a question. */
export function CampaignsAccess() {
  const organisations = useQuery(organisationsQuery)
  const whyNot = useReasonOffline(SWITCHING)
  return (
    <Section
      title="Campaigns access"
      detail={
        whyNot ??
        'Which organisations may use campaigns. Switching campaigns off closes them to the organisation’s people; what is being sent goes on.'
      }
      isFlush
    >
      <QueryState query={organisations} what="Campaigns access">
        {(loaded) => <AccessTable organisations={loaded} />}
      </QueryState>
    </Section>
  )
}

function AccessTable({ organisations }: { organisations: readonly OrganisationAccess[] }) {
  const [dialog, setDialog] = useState<OrganisationAccess | null>(null)
  const whyNot = useReasonOffline(SWITCHING)

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
      isAction: true,
      cell: (one) => (
        <Button
          aria-label={`${chooseVerb(one)} campaigns for ${one.name}`}
          isDisabled={whyNot !== null}
          onPress={() => setDialog(one)}
        >
          {chooseVerb(one)}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable caption="Campaigns access" columns={columns} rows={organisations} keyOf={({ slug }) => slug} />
      {dialog ? <ConfirmAccess organisation={dialog} onClose={() => setDialog(null)} /> : null}
    </>
  )
}

const chooseVerb = ({ campaigns_enabled: isOn }: OrganisationAccess) => (isOn ? 'Switch off' : 'Switch on')

interface ConfirmAccessProps {
  organisation: OrganisationAccess
  onClose: () => void
}

function ConfirmAccess({ organisation, onClose }: ConfirmAccessProps) {
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline(SWITCHING)
  const { name, slug, campaigns_enabled: isOn } = organisation
  const change = useMutation({
    mutationFn: () => call(setCampaignsAccess, { body: { slug, campaigns_enabled: !isOn } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(organisationsQuery.queryKey, (all) =>
        all?.map((one) => (one.slug === slug ? changed : one)),
      )
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`${chooseVerb(organisation)} campaigns for ${name}?`}
      no="Cancel"
      yes={chooseVerb(organisation)}
      variant={isOn ? 'danger' : 'primary'}
      onNo={onClose}
      onYes={change.mutate}
      isPending={change.isPending}
      failure={explainFailure(change.error)}
      whyNot={whyNot}
    >
      <p>
        {isOn
          ? `People of ${name} will no longer be able to open campaigns. Campaigns that are being sent go on, and none is deleted.`
          : `Everyone of ${name} will be able to create campaigns and send them for review.`}
      </p>
    </ConfirmDialog>
  )
}
