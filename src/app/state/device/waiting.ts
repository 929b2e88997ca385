import { databaseNames } from '#offline/database'
import { countWaiting } from '#offline/wipe'
import { formatCount } from '../../lib/counts'

/** For the login page, without names. May be empty. */
export async function describeWaitingWork(): Promise<string> {
  const found = await Promise.all((await databaseNames()).map(countWaiting))
  const drafts = found.reduce((sum, one) => sum + one.drafts, 0)
  const texts = found.reduce((sum, one) => sum + one.texts, 0)
  const changes = found.reduce((sum, one) => sum + one.queue, 0)
  const parts = [
    ...(drafts > 0 ? [formatCount(drafts, 'campaign draft')] : []),
    ...(texts > 0 ? [formatCount(texts, 'unfinished text')] : []),
    ...(changes > 0 ? [`${formatCount(changes, 'change')} not yet sent`] : []),
  ]
  if (parts.length === 0) return ''
  const after =
    drafts + texts + changes === 1
      ? 'waits on this device. It opens only for the person who left it, when they sign in again.'
      : 'wait on this device. They open only for the person who left them, when they sign in again.'
  return `${parts.join(' and ')} ${after}`
}
