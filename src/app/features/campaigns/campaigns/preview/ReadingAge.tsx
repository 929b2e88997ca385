import { READING_AGE_AIM } from '#contract/campaigns/plainEnglish'
import styles from './PreviewScreen.module.css'

/** A message's reading age in years; nothing if unknown. */
export function ReadingAge({ age }: { age: number | null }) {
  if (age === null) return null
  const advice =
    age > READING_AGE_AIM
      ? `Aim for ${READING_AGE_AIM}: write shorter sentences and shorter words.`
      : `GOV.UK aims for ${READING_AGE_AIM}.`
  return (
    <p
      className={styles.note}
    >{`Reading age about ${age}, an estimate from the lengths of words and sentences. ${advice}`}</p>
  )
}
