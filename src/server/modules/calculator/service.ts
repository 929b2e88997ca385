export { UNCLAIMED_A_YEAR } from './estimate'
