import type { BenefitName } from '#contract/households/benefits'
import type { TemplateDecision, TemplateState } from '#contract/campaigns/templates'
import type { Tx } from '../../../db/engine'

export interface TemplateVersion {
  readonly name: string
  readonly benefitName: BenefitName | null
  readonly version: number
  readonly state: TemplateState
  readonly writtenById: string | null
}

export interface VersionStore {
  /** Locks for the transaction. */
  lock(tx: Tx, organisationId: string, id: string): Promise<TemplateVersion | undefined>
  /** Approving replaces the version in use. @param by who decides */
  decide(tx: Tx, organisationId: string, id: string, decision: TemplateDecision, by: string): Promise<void>
}

export interface TemplateWriter {
  /** Null: not a person. */
  readonly id: string | null
  readonly name: string
}

/** Command line and demo. */
export const OPERATOR: TemplateWriter = { id: null, name: 'Operator' }

export const STATE_AFTER = {
  approve: 'in_use',
  withdraw: 'withdrawn',
  retire: 'retired',
} as const satisfies Record<TemplateDecision, TemplateState>
