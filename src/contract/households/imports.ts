/** {@link beginMonth}, a PUT of each file, {@link checkMonth}, {@link publishMonth}. */
import { z } from 'zod'
import { text, uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { recordsDay } from '../recordsDay'

/** Kinds of fault in a month's files, in words: docs/snapshot-format.md#faults. */
export const FAULT_TITLES = {
  'unreadable file': 'A file cannot be read',
  'no rows': 'No rows',
  'truncated gzip': 'Broken gzip',
  'not UTF-8': 'Not in UTF-8',
  'broken row': 'Broken rows',
  'missing column': 'Missing columns',
  'unknown column': 'Unknown columns',
  'bad value': 'Bad values',
  'repeated reference': 'Repeated household references',
  'unknown ward': 'Households in an unknown ward',
  'coordinate outside the wards': 'Households outside the wards',
  'bad ward': 'Faulty wards',
  'doubtful ward': 'Wards with a doubtful shape or centre',
  'ward without households': 'Wards without households',
  'household outside its ward': 'Households far outside the ward that they name',
  'contacts of other households': 'Contacts that do not belong to the households',
  'contact without a household': 'Contacts without a household',
  'number for no text': 'Mobile numbers that texts cannot go to',
  'fewer reachable': 'Fewer contacts that can be reached',
  'word for nothing': 'Words that stand for nothing',
  'garbled text': 'Letters that were read in another character set',
  'end of a sheet': 'Files that end where a sheet ends',
  contradiction: 'Data that contradict themselves',
  'rule in force': 'Not eligible, though a rule in force says otherwise',
} as const

export type FaultKind = keyof typeof FAULT_TITLES

/** Unknown kinds stay unchanged. */
export const faultTitle = (kind: string): string =>
  new Map<string, string>(Object.entries(FAULT_TITLES)).get(kind) ?? kind

const MEGABYTE = 1024 * 1024

export const MONTH_FILE_LIMITS = {
  households: 1024 * MEGABYTE,
  contacts: 512 * MEGABYTE,
  wards: 200 * MEGABYTE,
} as const
export type MonthFile = keyof typeof MONTH_FILE_LIMITS

const EMPTY_TABLE = 'The file is empty. It needs a header row and a row for each household.'

/** Used before sending and by the check. */
export const EMPTY_FILE: Readonly<Record<MonthFile, string>> = {
  households: EMPTY_TABLE,
  contacts: EMPTY_TABLE,
  wards: 'The file is empty. It should hold wards as GeoJSON.',
}

/** Signed: the PUT must send it, with `if-none-match: *`. */
export const MONTH_CONTENT_TYPE = 'application/octet-stream'

export const IMPORT_STATES = [
  'uploading',
  'checking',
  'faulty',
  'ready',
  'publishing',
  'published',
  'failed',
  'discarded',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const faultGroupSchema = z.object({
  kind: z.string(),
  count: z.number().int(),
  hint: z.string().nullable(),
  /** The first ones, without contacts' values. */
  listed: z
    .array(
      z.object({
        file: z.string(),
        row: z.number().int().nullable(),
        column: z.string().nullable(),
        value: z.string().nullable(),
        expected: z.string(),
      }),
    )
    .readonly(),
})
export type WireFaultGroup = z.infer<typeof faultGroupSchema>

/** Moved by more than a fifth. */
export const shiftSchema = z.object({
  column: z.string(),
  /** `average`, or the `share` of households (0 to 1) that have `value`. */
  measure: z.enum(['average', 'share']),
  value: z.string().nullable(),
  before: z.number(),
  after: z.number(),
})
export type MonthShift = z.infer<typeof shiftSchema>

const monthPreviewSchema = z.object({
  /** First of the month; null without an earlier one. */
  compared_with: z.iso.date().nullable(),
  household_count: z.number().int(),
  ward_count: z.number().int(),
  /** Null: contacts stay as they are. */
  contact_count: z.number().int().nullable(),
  households_in: z.number().int(),
  households_out: z.number().int(),
  /** Sentences; publishing has to accept them. */
  losses: z.array(z.string()),
  shifts: z.array(shiftSchema),
})
export type MonthPreview = z.infer<typeof monthPreviewSchema>

export const importSchema = z.object({
  id: uuid,
  month: z.iso.date(),
  state: z.enum(IMPORT_STATES),
  /** Null before the check and after publishing. */
  doing: z.string().nullable(),
  /** 0 to 1. */
  fraction: z.number(),
  failure: z.string().nullable(),
  faults: z.array(faultGroupSchema),
  warnings: z.array(faultGroupSchema),
  preview: monthPreviewSchema.nullable(),
  begun_at: z.string(),
  begun_by: z.string().nullable(),
})
export type Import = z.infer<typeof importSchema>

const bringBackSchema = z.object({
  /** The publication to undo. */
  id: uuid,
  month: z.iso.date(),
  published_at: z.string(),
  before: z.object({ month: z.iso.date(), household_count: z.number().int() }),
  contact_count: z.number().int().nullable(),
  /** Being prepared from it; they would be sent back to their authors. */
  campaign_count: z.number().int(),
  until: z.string(),
  refusal: z.string().nullable(),
})
export type BringBack = z.infer<typeof bringBackSchema>

const monthsSchema = z.object({
  /** Newest first. */
  months: z.array(z.object({ month: z.iso.date(), household_count: z.number().int(), imported_at: z.string() })),
  handover: importSchema.nullable(),
  /** Null: nothing to undo to. */
  bring_back: bringBackSchema.nullable(),
  is_demo: z.boolean(),
})
export type Months = z.infer<typeof monthsSchema>

export const getMonths = endpoint({
  name: 'getMonths',
  method: 'GET',
  path: '/api/months',
  summary: "The organisation's months, and the one that is being handed over.",
  reply: monthsSchema,
})

const bytes = (file: MonthFile) =>
  z
    .number()
    .int()
    .refine((size) => size > 0, EMPTY_FILE[file])
    .refine(
      (size) => size <= MONTH_FILE_LIMITS[file],
      `The file is larger than ${MONTH_FILE_LIMITS[file] / MEGABYTE} MB. Compress it with gzip, or ask who runs Doorstep to import it.`,
    )

const address = z.string().min(1)

const localAuthority = z.object({
  code: text(20).trim().min(1, 'Give the code of the local authority, such as E08000009.'),
  name: text(200).trim().min(1, 'Give the name of the local authority.'),
})

export const beginMonth = endpoint({
  name: 'beginMonth',
  method: 'POST',
  path: '/api/begin-month',
  summary: 'Begins to hand over a month: an address for each file, to which it can be PUT once, within an hour.',
  body: z.object({
    /** First of the month. */
    month: recordsDay.refine((day) => day.endsWith('-01'), 'Give the first of the month.'),
    /** Sizes in bytes. Omitted contacts stay; omitted wards stay those of the latest month. */
    households: bytes('households'),
    contacts: bytes('contacts').optional(),
    wards: bytes('wards').optional(),
    local_authority: localAuthority.optional().describe('Of wards whose file does not name it.'),
  }),
  reply: z.object({
    id: uuid,
    addresses: z.object({ households: address, contacts: address.optional(), wards: address.optional() }),
  }),
})

const which = z.object({ id: uuid })

export const checkMonth = endpoint({
  name: 'checkMonth',
  method: 'POST',
  path: '/api/check-month',
  summary: 'Checks the uploaded files, in the background.',
  body: which,
  reply: monthsSchema,
})

export const publishMonth = endpoint({
  name: 'publishMonth',
  method: 'POST',
  path: '/api/publish-month',
  summary: 'Publishes a checked month, in the background. From then on the map shows it.',
  body: which.extend({ accepts_losses: z.boolean().default(false) }),
  reply: monthsSchema,
})

export const discardMonth = endpoint({
  name: 'discardMonth',
  method: 'POST',
  path: '/api/discard-month',
  summary: 'Gives up a month that is not published, and deletes its files.',
  body: which,
  reply: monthsSchema,
})

export const bringBackMonth = endpoint({
  name: 'bringBackMonth',
  method: 'POST',
  path: '/api/bring-back-month',
  summary: 'Undoes the last publication: the month before is in use again, with its contacts.',
  body: which,
  reply: monthsSchema,
})

const ROWS_NAMED = 5

/** Faults that differ by their row alone as one, with its first rows. */
export function groupAlikeFaults(listed: WireFaultGroup['listed']) {
  const lines = new Map<string, { fault: WireFaultGroup['listed'][number]; rows: (number | null)[] }>()
  for (const fault of listed) {
    const key = JSON.stringify([fault.file, fault.column, fault.value, fault.expected])
    const line = lines.get(key) ?? { fault, rows: [] }
    lines.set(key, line)
    if (line.rows.length < ROWS_NAMED) line.rows.push(fault.row)
  }
  return [...lines].map(([key, line]) => ({ key, ...line }))
}
