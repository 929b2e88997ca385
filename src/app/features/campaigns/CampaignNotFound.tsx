import { NotFound } from '../../ui/error-state/NotFound'

/** A missing campaign; `detail` says where it was looked for. */
export const CampaignNotFound = ({ detail }: { detail: string }) => (
  <NotFound title="Campaign not found" detail={detail} to="/campaigns" place="Campaigns" />
)
