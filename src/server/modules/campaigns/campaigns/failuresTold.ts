import type { Failures } from '../recipients/sendingRepo'

export interface SendingFigures extends Readonly<Record<'tried' | 'settled', Failures>> {
  readonly reason: string | null
}

const MOST_OFTEN = ' Most often: '

/** Why a run was paused, with exact numbers. */
export function tellFailures({ tried, settled, reason }: SendingFigures): string {
  const figure = (messages: number) => messages.toLocaleString('en-GB')
  const share = ({ messages, failed }: Failures) => `(${Math.round((failed / messages) * 100)}%)`
  const known =
    settled.messages > 0 && settled.messages < tried.messages
      ? ` Of the ${figure(settled.messages)} whose delivery is known, ${figure(settled.failed)} failed ${share(settled)}.`
      : ''
  const most = reason ? `${MOST_OFTEN}${reason}` : ''
  return `Paused: ${figure(tried.failed)} of ${figure(tried.messages)} messages failed ${share(tried)}.${known}${most}`
}

/** What {@link tellFailures} says, for a role that gets rounded counts; other problems as they are. */
export function withoutFigures(problem: string): string {
  if (!/^Paused: [\d,]+ of [\d,]+ messages failed/.test(problem)) return problem
  const most = problem.indexOf(MOST_OFTEN)
  return `Paused: too many messages failed.${most === -1 ? '' : problem.slice(most)}`
}
