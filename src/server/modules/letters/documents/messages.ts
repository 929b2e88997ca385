/**
 * What the server and a document process say to each other. The documents lie in the folder that both can see and are
 * named here, so that the server never has to hold a stranger's document in memory.
 */
import { z } from 'zod'
import { PLACEHOLDERS } from '#contract/placeholders'
import { LETTER_FAULT_NAMES } from '../pdf/letterRules'

const file = z
  .string()
  .max(40)
  .regex(/^(pdf\/)?[a-z0-9-]{1,30}\.(docx|pdf)$/)
const files = z.array(file).max(1_000)

/** A task as it is written down on both sides: what is asked, and what comes back. */
export const TASKS = {
  /** Checks a document that was uploaded, writes what is taken of it, and one letter of it with these values. */
  check: {
    asked: z.object({ upload: file, into: file, sample: file, sampleValues: z.record(z.string(), z.string()) }),
    answered: z.object({
      placeholders: z.array(z.enum(PLACEHOLDERS)).max(PLACEHOLDERS.length),
      /** Of the document as it was written. */
      digest: z.string().length(64),
    }),
  },
  /** Writes letters of a template; says of each whether it could. */
  fill: {
    asked: z.object({
      template: file,
      letters: z.array(z.object({ into: file, values: z.record(z.string(), z.string().max(100_000)) })).max(1_000),
    }),
    answered: z.array(z.boolean()).max(1_000),
  },
  /** Looks at PDFs by the rules for letters. */
  judge: {
    asked: z.object({ pdfs: files }),
    answered: z.array(z.enum([...LETTER_FAULT_NAMES, 'missing', 'unreadable']).nullable()).max(1_000),
  },
  /** Adds letters to the print pack. */
  addToPack: { asked: z.object({ pack: file, letters: files }), answered: z.object({}) },
  /** Finishes the print pack. */
  endPack: { asked: z.object({ pack: file }), answered: z.object({ pages: z.number().int() }) },
} as const

export type TaskName = keyof typeof TASKS
export type Asked<Name extends TaskName> = z.infer<(typeof TASKS)[Name]['asked']>
export type Answered<Name extends TaskName> = z.infer<(typeof TASKS)[Name]['answered']>

/** What the server sends: the name of a task and what it needs. */
export const questionSchema = z.object({
  task: z.enum(['check', 'fill', 'judge', 'addToPack', 'endPack']),
  asked: z.unknown(),
})

/** What a document process sends. */
export const answerSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ answered: z.unknown() }),
  /** A refusal that people may read. */
  z.object({
    refused: z.object({
      status: z.number().int().min(400).max(499),
      code: z.string().max(100),
      detail: z.string().max(5_000),
    }),
  }),
  /** Where it failed. Not the message of the error, which may quote the document. */
  z.object({ failed: z.string().max(10_000) }),
])
export type Answer = z.infer<typeof answerSchema>
