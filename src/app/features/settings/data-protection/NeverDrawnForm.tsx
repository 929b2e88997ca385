import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setNeverDrawnSettings, type NeverDrawnSettings } from '#contract/campaigns/neverDrawn'
import { call } from '../../../api/call'
import { catalogueQuery } from '../../../state/filters/catalogue'
import { listNamedValues, nameValues, readNamedValues } from '../../../state/neverDrawn'
import { neverDrawnQuery } from '../../../state/settings'
import { Chip } from '../../../ui/chip/Chip'
import { notify } from '../../../ui/notify/notify'
import { SearchList } from '../../../ui/search-list/SearchList'
import styles from './DataProtection.module.css'
import { SettingsForm } from './SettingsForm'

const MOST_SHOWN = 50

/** The filter values whose households no campaign holds out. */
export function NeverDrawnForm({ settings }: { settings: NeverDrawnSettings }) {
  const queryClient = useQueryClient()
  const { data: categories = [] } = useQuery(catalogueQuery)
  const [chosen, setChosen] = useState(() => readNamedValues(settings))
  const [query, setQuery] = useState('')
  const save = useMutation({
    mutationFn: () => call(setNeverDrawnSettings, { body: nameValues(chosen) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(neverDrawnQuery.queryKey, saved)
      void notify.success('Saved. It holds for every campaign that is sent for review from now on.')
    },
  })
  const values = listNamedValues(categories)
  const wanted = query.trim().toLowerCase()
  const found = values.filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, MOST_SHOWN)
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  return (
    <SettingsForm label="Hold-outs" onSubmit={save.mutate} isPending={save.isPending} error={save.error}>
      <SearchList
        label="Households that are always contacted"
        placeholder="Search filter values"
        options={found}
        selectedIds={chosen}
        query={query}
        onQueryChange={setQuery}
        onChoose={toggle}
        emptyText="No filter has such a value."
      />
      {chosen.length === 0 ? (
        <p className={styles.detail}>None is named: any household may be held out.</p>
      ) : (
        <ul className={styles.chips} aria-label="Always contacted">
          {chosen.map((id) => (
            <li key={id}>
              <Chip text={values.find((value) => value.id === id)?.label ?? id} onRemove={() => toggle(id)} />
            </li>
          ))}
        </ul>
      )}
    </SettingsForm>
  )
}
