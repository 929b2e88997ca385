/** docs/product.md#estimates */
export { estimatesAt } from './amounts'
export { BENEFITS, columnsOfEstimate, ESTIMATED_BENEFITS, type EstimatedBenefit, type EstimateName } from './benefits'
export { CONTRADICTIONS, type Contradiction } from './contradictions'
export { basisOf, ratesAt, ratesIn, type Rates } from './rates'
export { columnsOfWhy, whyOf, type Why } from './why'
