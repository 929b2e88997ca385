import type { PensionCreditReport } from '#contract/report'

/** Example values for an empty chart; they mean nothing. */
export const PLACEHOLDER: PensionCreditReport['graph_details']['data'] = [
  ['Jan', 320],
  ['Feb', 480],
  ['Mar', 610],
  ['Apr', 550],
  ['May', 720],
  ['Jun', 840],
  ['Jul', 790],
  ['Aug', 930],
  ['Sept', 1_060],
  ['Oct', 980],
  ['Nov', 1_120],
  ['Dec', 1_240],
].map(([group, value]) => ({ group: String(group), value: Number(value) }))
