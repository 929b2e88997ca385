import { BatteryFull, ChevronLeft, SignalHigh, UserRound } from 'lucide-react'
import styles from './Phone.module.css'
import { useClock } from './useClock'

/** The message as a phone of 320 by 640 pixels shows it. */
export function Phone({ sender, text }: { sender: string; text: string }) {
  const time = useClock()
  return (
    <figure className={styles.phone} aria-label="Message preview">
      <div className={styles.statusBar}>
        <span>{time}</span>
        <span className={styles.signal}>
          <SignalHigh aria-hidden />
          5G
          <span>100%</span>
          <BatteryFull aria-hidden />
        </span>
      </div>
      <div className={styles.header}>
        <ChevronLeft className={styles.back} aria-hidden />
        <span className={styles.avatar} aria-hidden="true">
          <UserRound />
        </span>
        <p className={styles.sender}>{sender}</p>
      </div>
      {/* Focusable, so that a long message scrolls by keyboard too. */}
      <div className={styles.messages} role="group" aria-label={`Message from ${sender}`} tabIndex={0}>
        <p className={styles.bubble} dir="auto">
          {text}
        </p>
        <p className={styles.delivered}>{`Delivered ${time}`}</p>
      </div>
      <div className={styles.home} aria-hidden="true" />
    </figure>
  )
}
