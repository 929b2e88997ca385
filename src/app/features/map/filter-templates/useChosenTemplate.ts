import { useEffect, useRef, useState } from 'react'
import { isAborted, explainError } from '../../../api/errors'
import { formatCount, listed } from '../../../lib/counts'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { choosesTheSame, type SelectedFilters } from '../../../state/filters/selection'
import { ownerKeyAtom } from '../../../state/session'
import { useAtom, useAtomValue, atom } from '../../../state/store'
import { templateStore } from '../../../state/templateStore'
import { notify } from '../../../ui/notify/notify'
import type { ShownTemplate } from './shown'
import { countGone, readTemplateSelection } from '../../../state/filters/templateValues'

/** An atom, because the panel unmounts with its sheet. */
interface Chosen {
  /** Another person's must never be shown. */
  readonly owner: string
  readonly key: string
  readonly name: string
  readonly selection: SelectedFilters
  /** Values missing from the catalogue. */
  readonly lost: readonly string[]
}
const chosenAtom = atom<Chosen | null>(null)

export type Reconcile = (selection: SelectedFilters) => { kept: SelectedFilters; dropped: string[]; notShown: number }

export interface ChosenTemplate {
  key: string | null
  loadingKey: string | null
  problem: string | null
  choose: (template: ShownTemplate) => void
  adopt: (key: string) => void
}

/** docs/product.md#filter-templates. */
export function useChosenTemplate(templates: readonly ShownTemplate[], reconcile: Reconcile): ChosenTemplate {
  const owner = useAtomValue(ownerKeyAtom)
  const [selection, setSelection] = useAtom(selectedFiltersAtom)
  const [chosen, setChosen] = useAtom(chosenAtom)
  const [loadingKey, setLoadingKey] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  const isStill = chosen !== null && chosen.owner === owner && choosesTheSame(chosen.selection, selection)
  useEffect(() => {
    if (chosen && !isStill) setChosen(null)
  }, [chosen, isStill, setChosen])

  // A queued template's key changes at the server: match by unique name. A refused one's name may be another's.
  const now = templates.find(({ key }) => key === chosen?.key) ?? templates.find(({ name }) => name === chosen?.name)
  const key = now?.key
  const name = now?.change?.state === 'refused' ? '' : now?.name
  useEffect(() => {
    if (chosen && key !== undefined && name !== undefined && (key !== chosen.key || name !== chosen.name))
      setChosen({ ...chosen, key, name })
  }, [chosen, key, name, setChosen])

  const load = async ({ key, name, id, selection: queued }: ShownTemplate) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setFailure(null)
    setLoadingKey(key)
    try {
      const rows = id === null ? [] : await templateStore.values(id, controller.signal)
      if (controller.signal.aborted) return
      const { kept, dropped: unknown, notShown } = reconcile(id === null ? (queued ?? {}) : readTemplateSelection(rows))
      if (notShown > 0) {
        // The others alone would choose more households.
        setFailure(
          `Not shown to your role: ${formatCount(notShown, 'filter')} of this template. Your filters were not changed.`,
        )
        return
      }
      const dropped = [...unknown, ...countGone(rows)]
      const lost = dropped.length > 0 ? `Some values were not found: ${listed(dropped)}` : null
      if (lost !== null) void notify.error(lost)
      if (Object.keys(kept).length === 0) {
        // An empty selection would show every household.
        setFailure(`${lost ?? 'This template has no values.'} Your filters were not changed.`)
        return
      }
      setSelection(kept)
      setChosen({ owner, key, name, selection: kept, lost: dropped })
    } catch (error) {
      if (!controller.signal.aborted && !isAborted(error)) setFailure(explainError(error))
    } finally {
      if (current.current === controller) setLoadingKey(null)
    }
  }

  const lostWords =
    isStill && chosen.lost.length > 0 ? `Left out, because it was not found: ${listed(chosen.lost)}` : null
  return {
    key: isStill ? chosen.key : null,
    loadingKey,
    problem: failure ?? lostWords,
    choose: (template) => void load(template),
    adopt: (key) => {
      setFailure(null)
      setChosen({ owner, key, name: '', selection, lost: [] })
    },
  }
}
