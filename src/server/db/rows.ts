import { z } from 'zod'

/** The rows of raw SQL. Both drivers answer `{ rows }`; drizzle's common type does not say so. */
export const rowsOf = <Row extends z.ZodType>(result: unknown, row: Row): z.output<Row>[] =>
  z.object({ rows: z.array(row) }).parse(result).rows
