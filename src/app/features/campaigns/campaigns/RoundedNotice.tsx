import { Notice } from '../../../ui/notice/Notice'

/** Why a campaign's list and its exact numbers are missing. */
export function RoundedNotice() {
  return (
    <Notice title="Your role is not shown the households of this campaign">
      <p>
        Your organisation does not show your role all that decides who this campaign is for. Numbers are to the nearest
        10. Ask somebody who sees everything for the list, or an administrator to change who sees what in Settings.
      </p>
    </Notice>
  )
}
