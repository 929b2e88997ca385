/** docs/product.md#report: cautious, because councils quote the figure. */

/** Years for which an award counts. */
export const LIFETIME_YEARS = 10

/** Why so, as the report and its CSV show it. */
export const LIFETIME_METHOD =
  `The annual value for ${LIFETIME_YEARS} years, at today's awards, neither uprated nor discounted. ` +
  `${LIFETIME_YEARS} years is a cautious figure: at 65, men have 18.5 years of life ahead of them on average and ` +
  'women 21.0 (Office for National Statistics, National life tables, UK: 2018 to 2020), but most people who are ' +
  'contacted are older, and some awards end.'
