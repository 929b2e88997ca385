/** What people do with a campaign: docs/product.md#campaign-statuses. */
import { createArchive, createCancel } from './cancelCampaign'
import { createChangeStart } from './changeStart'
import type { Costs } from './costs'
import type { MoveDependencies } from './dependencies'
import { createNameLawfulBasis } from './lawfulBasis'
import { createLeaveOutOftenContacted } from './leaveOut'
import { createPause, createResume } from './pauseCampaign'
import type { Recheck } from './recheck'
import { createReleaseHoldOut } from './releaseHoldOut'
import { createReview } from './reviewCampaign'
import { createRun } from './runCampaign'
import { createSendMissed } from './sendMissed'
import type { Starts } from './start'

/** Moves campaigns through their states. */
export const createLifecycle = (
  deps: MoveDependencies & { readonly recheck: Recheck; readonly starts: Starts; readonly costs: Costs },
) => ({
  review: createReview(deps),
  nameLawfulBasis: createNameLawfulBasis(deps),
  leaveOutOftenContacted: createLeaveOutOftenContacted(deps),
  run: createRun(deps),
  changeStart: createChangeStart(deps),
  pause: createPause(deps),
  resume: createResume(deps),
  sendMissed: createSendMissed(deps),
  cancel: createCancel(deps),
  archive: createArchive(deps),
  releaseHoldOut: createReleaseHoldOut(deps),
})
