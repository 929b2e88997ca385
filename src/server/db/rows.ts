import { z } from 'zod'

/** The rows of raw SQL. Both drivers answer `{ rows }`; drizzle's common type does not say so. */
export const rowsOf = <Row extends z.ZodType>(result: unknown, row: Row): z.output<Row>[] =>
  z.object({ rows: z.array(row) }).parse(result).rows

/**
 * Reads page after page, each from where the one before ended, until one is empty. What reads each in a transaction
 * of its own keeps no other request waiting.
 * @param read the page after a row; the first page after none.
 */
export async function* pagesOf<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let page = await read(undefined); page.length > 0; page = await read(page.at(-1))) yield page
}
