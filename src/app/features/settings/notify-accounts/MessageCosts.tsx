import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inPounds } from '#contract/campaigns/notifyRates'
import { POSTAGE_WORDS, POSTAGES } from '#contract/campaigns/postage'
import { OVER_BUDGET, setMessageBudget, type MessageBudget, type Spending } from '#contract/campaigns/messageCosts'
import { call } from '../../../api/call'
import { readFieldErrors } from '../../../api/errors'
import { formatRounded, capitalised, figure } from '../../../lib/counts'
import { longDate } from '../../../lib/moments'
import { notify } from '../../../ui/notify/notify'
import { Select } from '../../../ui/select/Select'
import { TextField } from '../../../ui/text-field/TextField'
import { SettingsDialog, SettingsSection } from './SettingsDialog'
import { spendingQuery } from '../../../state/settings'

/** Message costs and budget; for administrators. */
export function WhatMessagesCost() {
  const spending = useQuery(spendingQuery)
  return (
    <SettingsSection
      title="What messages cost"
      detail="At GOV.UK Notify’s rates, without VAT."
      query={spending}
      detailsOf={(loaded) => [
        {
          name: `Since ${longDate(loaded.year_from)}`,
          value: `${loaded.is_rounded ? 'about ' : ''}${inPounds(loaded.spent_pence)}`,
        },
        {
          name: 'Budget for the financial year',
          value: loaded.budget_pence === null ? 'Not set' : inPounds(loaded.budget_pence),
        },
        { name: 'Who may go over it', value: OVER_WORDS[loaded.over_budget] },
        {
          name: 'Free texts',
          value:
            loaded.free_texts_a_year === 0
              ? 'None'
              : `${formatRounded(loaded.free_texts_left, loaded.is_rounded)} of ${figure(loaded.free_texts_a_year)} segments left`,
        },
        { name: 'Letters usually go', value: capitalised(POSTAGE_WORDS[loaded.postage]) },
      ]}
      form={(loaded, onClose) => <CostsForm spending={loaded} onClose={onClose} />}
    />
  )
}

const OVER_WORDS: Readonly<Record<MessageBudget['over_budget'], string>> = {
  nobody: 'Nobody',
  sender: 'The super administrator who sends, when asked again',
}

function CostsForm({ spending, onClose }: { spending: Spending; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [postage, setPostage] = useState(spending.postage)
  const [over, setOver] = useState(spending.over_budget)
  const [budget, setBudget] = useState(spending.budget_pence === null ? '' : String(spending.budget_pence / 100))
  const [freeTexts, setFreeTexts] = useState(spending.free_texts === null ? '' : String(spending.free_texts))
  const save = useMutation({
    mutationFn: () =>
      call(setMessageBudget, {
        body: {
          postage,
          over_budget: over,
          budget_pence: parseNumber(budget, 100),
          free_texts: parseNumber(freeTexts),
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: spendingQuery.queryKey })
      void notify.success('Saved. Campaigns are weighed against it when they are sent.')
      onClose()
    },
  })
  const wrong = readFieldErrors(save.error)
  return (
    <SettingsDialog
      title="What messages cost"
      error={save.error}
      isSaving={save.isPending}
      onSave={save.mutate}
      onClose={onClose}
    >
      <TextField
        label="Budget for the financial year, in pounds without VAT (empty: none)"
        inputMode="decimal"
        maxLength={12}
        value={budget}
        error={wrong.budget_pence ? 'Write an amount of pounds, such as 2500.' : undefined}
        onChange={setBudget}
      />
      <Select
        label="Who may go over the budget"
        options={OVER_BUDGET.map((id) => ({ id, label: OVER_WORDS[id] }))}
        value={over}
        onChange={setOver}
      />
      <TextField
        label="Free texts of your account in a financial year (empty: what GOV.UK Notify usually gives)"
        inputMode="numeric"
        maxLength={9}
        value={freeTexts}
        error={wrong.free_texts ? 'Write a whole number, such as 10000.' : undefined}
        onChange={setFreeTexts}
      />
      <Select
        label="Letters usually go"
        options={POSTAGES.map((id) => ({ id, label: capitalised(POSTAGE_WORDS[id]) }))}
        value={postage}
        onChange={setPostage}
      />
    </SettingsDialog>
  )
}

/** Null if empty; -1 if no number: the server refuses it at its field. */
function parseNumber(typed: string, times = 1): number | null {
  const text = typed.replace(/[£,\s]/g, '')
  if (text === '') return null
  const number = Number(text)
  return Number.isFinite(number) ? Math.round(number * times * 100) / 100 : -1
}
