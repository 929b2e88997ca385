import { BatteryFull, ChevronLeft, SignalHigh, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Language } from '#contract/households/languages'
import { formatTime } from '../../../../../lib/moments'
import phone from './Phone.module.css'

/** The message on a phone of 320 by 640 pixels. */
export function Phone({ sender, text, language }: { sender: string; text: string; language: Language }) {
  const time = useClock()
  return (
    <figure className={phone.phone} aria-label="Message preview">
      <div className={phone.statusBar}>
        <span>{time}</span>
        <span className={phone.signal}>
          <SignalHigh aria-hidden />
          5G
          <span>100%</span>
          <BatteryFull aria-hidden />
        </span>
      </div>
      <div className={phone.header}>
        <ChevronLeft className={phone.back} aria-hidden />
        <span className={phone.avatar} aria-hidden="true">
          <UserRound />
        </span>
        <p className={phone.sender}>{sender}</p>
      </div>
      {/* Focusable, to scroll a long message by keyboard. */}
      <div className={phone.messages} role="group" aria-label={`Message from ${sender}`} tabIndex={0}>
        <p className={phone.bubble} dir="auto" lang={language}>
          {text}
        </p>
        <p className={phone.delivered}>{`Delivered ${time}`}</p>
      </div>
      <div className={phone.home} aria-hidden="true" />
    </figure>
  )
}

const MINUTE = 60_000

function useClock(): string {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (now % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  return formatTime(now)
}
