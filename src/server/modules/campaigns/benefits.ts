export { BENEFIT_TITLES } from '#contract/campaigns'
