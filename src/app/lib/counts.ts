/** '1,204'. */
export const figure = (count: number): string => count.toLocaleString('en-GB')

/** '1 campaign', '1,204 campaigns'. */
export const countOf = (count: number, one: string, many: string = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`
