import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { getCampaignCertificate } from '#contract/campaigns/campaignExports'
import { type CampaignDetail } from '#contract/campaigns/campaigns'
import { setCampaignLawfulBasis } from '#contract/campaigns/campaignMoves'
import { basisWords, type LawfulBasis } from '#contract/campaigns/lawfulBases'
import { call } from '../../../../api/call'
import { explainFailure, explainError } from '../../../../api/errors'
import { withRetries } from '../../../../api/retry'
import { openInTab } from '../../../../lib/openInTab'
import { useReasonOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { Disclosure } from '../../../../ui/disclosure/Disclosure'
import { useExport } from '../../../../ui/notify/useExport'
import { FactGrid } from '../../../../ui/page/Facts'
import { Section } from '../../../../ui/page/Page'
import { LawfulBasisSelect } from '../LawfulBasisSelect'
import styles from './CampaignSummary.module.css'

interface ForAuditProps {
  campaign: CampaignDetail
  onDone?: () => void
}

/** A campaign's lawful basis, list fingerprint, and certificate. */
export function ForAudit({ campaign, onDone }: ForAuditProps) {
  const { lawful_basis: basis, recipients_hash: fingerprint, phase } = campaign
  return (
    <Section
      title="For audit"
      actions={campaign.date_sent === null ? null : <CertificateButton campaignId={campaign.id} />}
    >
      <FactGrid facts={[['Lawful Basis', basisWords(basis)]]} />
      {phase === 'preparing' || phase === 'prepared' ? (
        <NameBasis key={basis} campaign={campaign} onDone={onDone} />
      ) : null}
      {fingerprint === '' ? null : (
        <Disclosure title="How to prove that the list was not changed" look="quiet">
          <p>
            The list of households was closed when the campaign was sent for review, and this fingerprint was made of
            it. Another household on the list, or one fewer, would make another fingerprint. It is on the certificate
            too. When a household on the list is erased, the list gets a new fingerprint.
          </p>
          <p className={styles.fingerprint}>
            Fingerprint of the list: <code>{fingerprint}</code>
          </p>
        </Disclosure>
      )}
    </Section>
  )
}

function CertificateButton({ campaignId }: { campaignId: number }) {
  const whyNot = useReasonOffline('Exports need')
  const { isPending, run } = useExport(explainError, 'campaigns')
  const make = () =>
    openInTab(
      async () => (await withRetries(() => call(getCampaignCertificate, { query: { campaign_id: campaignId } }))).url,
      { isDownload: false },
    )
  return (
    <Button
      icon={<Download aria-hidden />}
      isPending={isPending}
      isDisabled={whyNot !== null}
      onPress={() => run(make)}
    >
      Certificate (PDF)
    </Button>
  )
}

function NameBasis({ campaign, onDone }: ForAuditProps) {
  const whyNot = useReasonOffline('Changing this needs')
  const [chosen, setChosen] = useState<LawfulBasis | null>(campaign.lawful_basis)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (basis: LawfulBasis) =>
      call(setCampaignLawfulBasis, { query: { campaign_id: campaign.id }, body: { lawful_basis: basis } }),
    onSuccess: onDone,
  })
  return (
    <div className={styles.basis}>
      <LawfulBasisSelect value={chosen} onChange={setChosen} error={explainFailure(error)} />
      <Button
        isPending={isPending}
        isDisabled={whyNot !== null || chosen === null || chosen === campaign.lawful_basis}
        onPress={() => chosen !== null && mutate(chosen)}
      >
        Record
      </Button>
      {whyNot === null ? null : <p>{whyNot}</p>}
    </div>
  )
}
