import { isUnreached, Refused } from '../../api/errors'
import { campaignsEnabledAtom, loadCampaignsEnabled, type Session } from '../../state/session'
import { appStore } from '../../state/store'

/*
 * Policy (docs/product.md#roles): who enters the campaigns area. Offline, those whom the server last let in: drafts
 * can be made and edited there, and nothing else works.
 */

/** What people read who may not enter. */
const CAMPAIGNS_NOT_ENABLED =
  'Organisation does not have campaigns enabled. Please contact your account manager or email the helpdesk.'

/**
 * Resolves when the person may enter.
 * @throws Error 'Failed to load organisation settings', Refused with {@link CAMPAIGNS_NOT_ENABLED}; neither for a
 * super administrator, for whom a failed check counts for nothing.
 */
export async function checkCampaignsAccess(session: Session): Promise<void> {
  try {
    if (!(await loadCampaignsEnabled())) throw new Refused(403, CAMPAIGNS_NOT_ENABLED)
  } catch (error) {
    if (!session.isSuperAdmin && !(isWithoutLine(error) && appStore.get(campaignsEnabledAtom))) throw error
  }
}

/** The settings could not be asked for; the cause says why. */
const isWithoutLine = (error: unknown) => error instanceof Error && isUnreached(error.cause)
