/** Messages name files in the shared folder: the server never holds an untrusted document in memory. */
import { z } from 'zod'
import { NAMED_BENEFITS } from '#contract/campaigns/namedBenefits'
import { PLACEHOLDERS } from '#contract/campaigns/placeholders'
import { LETTER_FAULT_NAMES, MAX_PAGES } from '../pdf/letterFaults'

const file = z
  .string()
  .max(40)
  .regex(/^(pdf\/)?[a-z0-9-]{1,30}\.(docx|pdf|png)$/)
const files = z.array(file).max(1_000)

/** Ten pages with pictures take less. */
export const LETTER_LIMIT_BYTES = 20 * 1024 * 1024

const markSchema = z.object({
  url: z.string().max(500),
  paragraphs: z.array(z.object({ title: z.string().max(200), words: z.string().max(500) })).max(4),
  code: z.string().max(40),
})
export type LetterMark = z.infer<typeof markSchema>

/** Faults told of one letter. */
export const FAULTS_LIMIT = 40
/** Characters of a quoted line. */
export const LINE_LIMIT = 120

const page = z.number().int().nonnegative().max(MAX_PAGES)
const placeSchema = z.object({ left: z.number(), right: z.number(), top: z.number(), bottom: z.number() })

const documentFaultSchema = z.object({
  words: z.string().max(1_000),
  code: z.enum(['not_a_template', 'unknown_placeholder']),
  mark: z.string().max(100).optional(),
  isContentLost: z.boolean().optional(),
})

export const TASKS = {
  check: {
    request: z.object({
      upload: file,
      into: file,
      samples: z.array(z.object({ into: file, values: z.record(z.string(), z.string()) })).max(10),
      mark: markSchema.optional(),
    }),
    reply: z.object({
      placeholders: z.array(z.enum(PLACEHOLDERS)).max(PLACEHOLDERS.length),
      digest: z.string().length(64),
      readingAge: z.number().int().nullable(),
      isWebAlone: z.boolean(),
      namedBenefits: z.array(z.enum(NAMED_BENEFITS)).max(NAMED_BENEFITS.length),
      fonts: z.array(z.string().max(100)).max(100),
      /** Faults of the document itself. */
      faults: z.array(documentFaultSchema).max(FAULTS_LIMIT),
    }),
  },
  /** Faults in print. */
  examinePdf: {
    request: z.object({ pdf: file, marks: z.array(z.string().max(100)).max(FAULTS_LIMIT) }),
    reply: z.object({
      isReadable: z.boolean(),
      faults: z
        .array(
          z.object({
            fault: z.enum(LETTER_FAULT_NAMES),
            page,
            place: placeSchema.nullable(),
            line: z.string().max(LINE_LIMIT).nullable(),
          }),
        )
        .max(FAULTS_LIMIT),
      marks: z
        .array(z.object({ page, place: placeSchema, line: z.string().max(LINE_LIMIT) }).nullable())
        .max(FAULTS_LIMIT),
      fonts: z.array(z.string().max(100)).max(100),
    }),
  },
  /** Pages as pictures, with numbered faults. */
  drawFaults: {
    request: z.object({
      pdf: file,
      pages: z.array(z.object({ page, into: file })).max(MAX_PAGES),
      places: z.array(z.object({ number: z.number().int(), page, place: placeSchema })).max(FAULTS_LIMIT),
    }),
    reply: z.object({}),
  },
  fill: {
    request: z.object({
      template: file,
      letters: z
        .array(
          z.object({ into: file, values: z.record(z.string(), z.string().max(100_000)), mark: markSchema.optional() }),
        )
        .max(1_000),
    }),
    reply: z.array(z.boolean()).max(1_000),
  },
  /** By Notify's rules; null: no fault. */
  checkPdfs: {
    request: z.object({ pdfs: files }),
    reply: z
      .array(
        z.object({
          fault: z.enum([...LETTER_FAULT_NAMES, 'missing', 'unreadable']).nullable(),
          pages: z.number().int(),
        }),
      )
      .max(1_000),
  },
  /** In place. */
  drawWindow: { request: z.object({ pdfs: files }), reply: z.object({}) },
  addToPack: { request: z.object({ pack: file, letters: files }), reply: z.object({}) },
  endPack: { request: z.object({ pack: file }), reply: z.object({ pages: z.number().int() }) },
} as const

export type TaskName = keyof typeof TASKS
export type TaskRequest<Name extends TaskName> = z.infer<(typeof TASKS)[Name]['request']>
export type TaskReply<Name extends TaskName> = z.infer<(typeof TASKS)[Name]['reply']>

export const documentRequestSchema = z.object({
  task: z.enum(['check', 'fill', 'checkPdfs', 'examinePdf', 'drawFaults', 'drawWindow', 'addToPack', 'endPack']),
  request: z.unknown(),
})

export const documentMessageSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ reply: z.unknown() }),
  z.object({
    refused: z.object({
      status: z.number().int().min(400).max(499),
      code: z.string().max(100),
      detail: z.string().max(5_000),
    }),
  }),
  /** The stack only: the message may quote the document. */
  z.object({ failed: z.string().max(10_000) }),
])
export type ProcessMessage = z.infer<typeof documentMessageSchema>
