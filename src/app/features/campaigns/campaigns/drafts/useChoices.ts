import { useQuery } from '@tanstack/react-query'
import { HOLD_OUT_PERCENTAGES, USUAL_HOLD_OUT, type HoldOutPercentage } from '#contract/campaigns/holdOuts'
import { LAWFUL_BASES, type LawfulBasis } from '#contract/campaigns/lawfulBases'
import type { Draft } from '#offline/drafts'
import { lawfulBasisQuery } from '../../../../state/settings'
import { lastChoicesQuery } from '../queries'
import { readBenefit } from './draft'

export interface Choices {
  readonly isMeasured: boolean
  readonly holdOut: HoldOutPercentage | null
  readonly lastHoldOut: HoldOutPercentage | null
  readonly basis: LawfulBasis | null
  /** Source of a basis not chosen here. */
  readonly basisFrom: 'settings' | 'last campaign' | null
  readonly isBasisMissing: boolean
}

/** Hold-out and lawful basis as chosen, else the organisation's usual. @param households eligible; null: unknown */
export function useChoices(draft: Draft, households: number | null): Choices {
  const benefit = readBenefit(draft)
  const last = useQuery({ ...lastChoicesQuery(benefit ?? 'custom'), enabled: benefit !== null })
  const { data: settings } = useQuery(lawfulBasisQuery)
  const isMeasured = benefit === 'pension_credit'
  const lastHoldOut = last.data?.hold_out_percentage ?? null
  const chosen = HOLD_OUT_PERCENTAGES.find((percentage) => percentage === draft.holdOut)
  const usual =
    households === null || last.isPending
      ? null
      : households < USUAL_HOLD_OUT.fromHouseholds
        ? 0
        : (lastHoldOut ?? USUAL_HOLD_OUT.percentage)
  const named = LAWFUL_BASES.find((basis) => basis === draft.lawfulBasis) ?? null
  const ofSettings = settings?.default_basis ?? null
  const basis = named ?? ofSettings ?? last.data?.lawful_basis ?? null
  return {
    isMeasured,
    holdOut: isMeasured ? (chosen ?? usual) : 0,
    lastHoldOut,
    basis,
    basisFrom: named !== null || basis === null ? null : ofSettings === null ? 'last campaign' : 'settings',
    isBasisMissing: benefit !== null && basis === null && !last.isPending && settings?.is_required === true,
  }
}
