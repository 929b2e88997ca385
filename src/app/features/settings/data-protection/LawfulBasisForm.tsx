import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  LAWFUL_BASES,
  LAWFUL_BASIS_WORDS,
  setLawfulBasisSettings,
  type LawfulBasisSettings,
} from '#contract/campaigns/lawfulBases'
import { call } from '../../../api/call'
import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { notify } from '../../../ui/notify/notify'
import { Select } from '../../../ui/select/Select'
import { SettingsForm } from './SettingsForm'
import { lawfulBasisQuery } from '../../../state/settings'

const NONE = 'none'
const OPTIONS = [
  { id: NONE, label: 'None: each campaign chooses' },
  ...LAWFUL_BASES.map((id) => ({ id, label: LAWFUL_BASIS_WORDS[id] })),
]

/** The default lawful basis, and whether campaigns must name one. */
export function LawfulBasisForm({ settings }: { settings: LawfulBasisSettings }) {
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(settings)
  const save = useMutation({
    mutationFn: () => call(setLawfulBasisSettings, { body: fields }),
    onSuccess: (saved) => {
      queryClient.setQueryData(lawfulBasisQuery.queryKey, saved)
      void notify.success('Saved. It holds for every campaign that was not sent yet.')
    },
  })
  return (
    <SettingsForm
      label="Lawful basis of campaigns"
      onSubmit={save.mutate}
      isPending={save.isPending}
      error={save.error}
    >
      <Select
        label="Lawful basis of new campaigns"
        options={OPTIONS}
        value={fields.default_basis ?? NONE}
        onChange={(id) =>
          setFields((before) => ({ ...before, default_basis: LAWFUL_BASES.find((basis) => basis === id) ?? null }))
        }
      />
      <Checkbox
        isSelected={fields.is_required}
        onChange={(isRequired) => setFields((before) => ({ ...before, is_required: isRequired }))}
      >
        A campaign without a lawful basis is neither reviewed nor sent
      </Checkbox>
    </SettingsForm>
  )
}
