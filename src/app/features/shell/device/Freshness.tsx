import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../../lib/moments'
import { openFromNetwork } from '../../../api/networkAddress'
import { isInterceptedAtom, probeNow } from '../../../state/connectivity'
import { appStore } from '../../../state/store'
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

/** Probes the connection at once; where something else asks for a sign-in, goes there. */
export function TryNow() {
  const [isTrying, setIsTrying] = useState(false)
  const [outcome, setOutcome] = useState('')
  const tryNow = async () => {
    setIsTrying(true)
    setOutcome('')
    const isOnline = await probeNow()
    setIsTrying(false)
    if (isOnline) return
    if (appStore.get(isInterceptedAtom)) openFromNetwork()
    else setOutcome('Still no answer.')
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
