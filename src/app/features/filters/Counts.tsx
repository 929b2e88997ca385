import { figure } from '../../lib/counts'
import { VisuallyHidden } from '../../ui/visually-hidden/VisuallyHidden'
import { useAtomValue } from '../../state/store'
import { countsAtom, useValueCount } from './facets'

/** How many households a value would leave: nothing while unknown, faint if zero. */
export function ValueCount({ filterName, value, hasWord }: { filterName: string; value: string; hasWord: boolean }) {
  const count = useValueCount(filterName, value)
  if (count === undefined) return null
  const word = count === 1 ? 'household' : 'households'
  return (
    <span data-faint={count === 0 || undefined}>
      {figure(count)} {hasWord ? word : <VisuallyHidden>{word}</VisuallyHidden>}
    </span>
  )
}

/** '12,304 → 1,180 of 96,252 households'. */
export function Outcome({ className }: { className: string | undefined }) {
  const counts = useAtomValue(countsAtom)
  if (!counts) return <p className={className} />
  const { households, before, all } = counts
  return (
    <p className={className}>
      {before === undefined || before === households ? null : (
        <>
          <span aria-hidden="true">{figure(before)} → </span>
          <VisuallyHidden>Before: {figure(before)}, now: </VisuallyHidden>
        </>
      )}
      <strong>{figure(households)}</strong>
      {all === undefined ? null : ` of ${figure(all)}`} households
    </p>
  )
}
