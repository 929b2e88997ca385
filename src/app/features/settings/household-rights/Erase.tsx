import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { eraseHousehold } from '#contract/data-protection/householdRights'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { notify } from '../../../ui/notify/notify'
import { Section } from '../../../ui/page/Page'

/** Erases a household for good, after a question. */
export function Erase({ reference, onErased }: { reference: string; onErased: () => void }) {
  const whyNot = useReasonOffline('Erasing needs')
  const [isAsked, setIsAsked] = useState(false)
  const erase = useMutation({
    mutationFn: () => call(eraseHousehold, { body: { household_reference: reference } }),
    onSuccess: () => {
      void notify.success('Erased. The files of each month are written again within minutes.')
      onErased()
    },
  })
  return (
    <Section
      title="Erase this household"
      detail="Removes it from every month, list, file and log of looks, and keeps it out of the months that come. Figures stay as they were counted. It cannot be undone."
      actions={
        <Button variant="danger" icon={<Trash2 aria-hidden />} onPress={() => setIsAsked(true)}>
          Erase
        </Button>
      }
    >
      <p>
        Export what is held first, if the household asked for it. Stored exports and calculator results of everybody go
        too, because they may name it; they can be made again. A month that waits to be published is discarded.
      </p>
      {isAsked ? (
        <ConfirmDialog
          title={`Erase household ${reference}?`}
          no="Keep it"
          yes="Erase for good"
          variant="danger"
          mustType={reference}
          isPending={erase.isPending}
          failure={erase.error === null ? null : explainError(erase.error)}
          whyNot={whyNot}
          onNo={() => setIsAsked(false)}
          onYes={() => erase.mutate()}
        >
          <p>
            Nothing of it can be brought back. If it only must not be written to, mark it as do-not-contact instead: an
            erased household that comes again under another reference would be written to.
          </p>
        </ConfirmDialog>
      ) : null}
    </Section>
  )
}
