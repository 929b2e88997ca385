import type { Channel } from '#contract/campaigns/campaigns'

/** Which households a campaign adds or leaves to another channel. Letters to everybody need no switch. */
export function readChannelSwitches(
  wanted: { readonly without_mobile?: boolean | undefined; readonly excluded_by_letter?: boolean | undefined },
  channel: Channel,
) {
  const withoutMobile = wanted.without_mobile === true && channel === 'print_and_post'
  const excludedByLetter = wanted.excluded_by_letter === true && (channel === 'sms' || withoutMobile)
  return { withoutMobile, excludedByLetter }
}
