import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../../lib/moments'
import { probeNow } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { freshnessQuery } from './queries'

/** The least age of the shown data; in full also the ward counts' date and month. */
export function Freshness({ isShort = false }: { isShort?: boolean }) {
  const { data } = useQuery(freshnessQuery)
  if (!data?.answeredAt) return null
  if (isShort) return <p>{`As at ${formatMoment(data.answeredAt)} or before.`}</p>
  const answered = `Doorstep last answered on ${formatMoment(data.answeredAt)}; what you see is from then or before.`
  const month = data.month === null ? '' : `of ${data.month} data, `
  return (
    <p>
      {data.wardsAt === null ? answered : `${answered} Ward counts are ${month}as at ${formatMoment(data.wardsAt)}.`}
    </p>
  )
}

/** Probes the connection at once. */
export function TryNow() {
  const [isTrying, setIsTrying] = useState(false)
  const [outcome, setOutcome] = useState('')
  const tryNow = async () => {
    setIsTrying(true)
    setOutcome('')
    if (!(await probeNow())) setOutcome('Still no answer.')
    setIsTrying(false)
  }
  return (
    <>
      <Button isPending={isTrying} onPress={() => void tryNow()}>
        {isTrying ? 'Trying…' : 'Try now'}
      </Button>
      <VisuallyHidden isLive>{outcome}</VisuallyHidden>
    </>
  )
}
