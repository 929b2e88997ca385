import { useEffect, useRef, useState } from 'react'
import { MAX_VALUES_PER_FILTER, type Filter } from '#contract/filters'
import { figure } from '../../lib/counts'
import { isAborted, messageOf } from '../../api/errors'
import { listed } from '../../lib/listed'
import { holdsSeveral, splitPasted } from '../../lib/matchPasted'
import { notify } from '../../ui/notify/notify'
import { resolvePasted } from './searchSource'
import type { FilterValues } from '../../state/filters/selectedFilters'

export interface Paste {
  /** Handles text with several values; a single one is left to the field. */
  take: (text: string) => boolean
  isMatching: boolean
  /** What was wrong with the last list, or null. */
  problem: string | null
}

/** Adds a pasted list's values to the filter and reports what was not found. */
export function usePaste(filter: Filter, add: FilterValues['add']): Paste {
  const [isMatching, setIsMatching] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  const refuse = (text: string) => {
    setProblem(text)
    void notify.error(text)
  }

  const match = async (text: string) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setProblem(null)
    setIsMatching(true)
    try {
      const { matched, unmatched } = await resolvePasted(filter, text, controller.signal)
      if (controller.signal.aborted) return
      const count = add(matched, MAX_VALUES_PER_FILTER)
      if (count > MAX_VALUES_PER_FILTER) {
        refuse(tooMany(`With the pasted values there would be ${figure(count)}`))
      } else if (unmatched.length > 0) {
        setProblem(`Not found: ${listed(unmatched)}`)
        void notify.error(`Some values were not found: ${listed(unmatched)}`)
      }
    } catch (error) {
      if (!controller.signal.aborted && !isAborted(error)) refuse(messageOf(error))
    } finally {
      if (current.current === controller) setIsMatching(false)
    }
  }

  const take = (text: string) => {
    if (!holdsSeveral(text)) return false
    const count = splitPasted(text).length
    if (count > MAX_VALUES_PER_FILTER) refuse(tooMany(`You pasted ${figure(count)} values`))
    else void match(text)
    return true
  }
  return { take, isMatching, problem }
}

const tooMany = (what: string) =>
  `${what}, and one filter takes at most ${figure(MAX_VALUES_PER_FILTER)}. Nothing was changed: paste a shorter list.`
