import { z } from 'zod'

/** Drizzle leaves raw SQL's rows untyped. */
export const parseRows = <Row extends z.ZodType>(result: unknown, row: Row): z.output<Row>[] =>
  z.object({ rows: z.array(row) }).parse(result).rows

/** By keyset until a page is empty. @param read the page after a row, or the first */
export async function* readInPages<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let page = await read(undefined); page.length > 0; page = await read(page.at(-1))) yield page
}
