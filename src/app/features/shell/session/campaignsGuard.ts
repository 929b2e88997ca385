import { isUnreached, Refused, SignedOut } from '../../../api/errors'
import { campaignsEnabledAtom, loadCampaignsEnabled, type Session } from '../../../state/session'
import { appStore } from '../../../state/store'

/* docs/product.md#roles. Offline, people that the server last let in may edit drafts. */

const CAMPAIGNS_NOT_ENABLED =
  'Organisation does not have campaigns enabled. Please contact your account manager or email the helpdesk.'

/**
 * Resolves when the person may enter; never after a 401, which leads to the login.
 * @throws Error or Refused, but never for a super administrator whose check failed
 */
export async function checkCampaignsAccess(session: Session): Promise<void> {
  try {
    if (!(await loadCampaignsEnabled())) throw new Refused(403, CAMPAIGNS_NOT_ENABLED)
  } catch (error) {
    if (error instanceof Error && error.cause instanceof SignedOut) return new Promise(() => {})
    if (!session.isSuperAdmin && !(isWithoutLine(error) && appStore.get(campaignsEnabledAtom))) throw error
  }
}

const isWithoutLine = (error: unknown) => error instanceof Error && isUnreached(error.cause)
