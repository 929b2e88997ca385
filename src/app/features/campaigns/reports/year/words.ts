import { inPounds } from '#contract/campaigns/notifyRates'
import { whyNotMeasured, type YearFigures } from '#contract/results/yearResults'
import { figure } from '../../../../lib/counts'
import { pounds } from '../wording'

type Claims = Pick<YearFigures, 'claims'> & Partial<YearFigures>

const inWords = (
  { claims, campaigns }: Claims,
  write: (claims: NonNullable<Claims['claims']>) => string,
): string | null => (claims ? write(claims) : claims === null ? null : whyNotMeasured({ campaigns }))

/** Null: awaited. */
export const countClaims = (figures: Claims) => inWords(figures, ({ households }) => figure(households))

/** In pounds a year; null: awaited. */
export const worthOfClaims = (figures: Claims) => inWords(figures, ({ annual_value: value }) => pounds(value))

/** '£264.24'. */
export const costInWords = ({ cost_pence: pence }: Pick<YearFigures, 'cost_pence'>): string => inPounds(pence)
