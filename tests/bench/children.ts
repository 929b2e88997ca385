import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'

/** Starts child.ts and waits for what it says first. */
export async function startChild<T>(
  schema: z.ZodType<T>,
  ...args: string[]
): Promise<{ child: ChildProcess; said: T }> {
  return startScript('child.ts', schema, args)
}

/** As {@link startChild}, with a script of its own. */
export async function startScript<T>(
  name: string,
  schema: z.ZodType<T>,
  args: readonly string[],
): Promise<{ child: ChildProcess; said: T }> {
  const script = join(import.meta.dirname, name)
  const child = fork(script, args, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return { child, said: await nextWord(child, schema) }
}

/** Asks the child and waits for its answer. */
export async function ask<T>(child: ChildProcess, question: Serializable, schema: z.ZodType<T>): Promise<T> {
  const answer = nextWord(child, schema)
  child.send(question)
  return answer
}

/** Asks the child to stop and waits until it has. */
export async function stopChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.send('stop')
  await ended
}

function nextWord<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => {
      reject(new Error(`The measured process ended with ${code}.`))
    }
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(schema.parse(message))
    })
  })
}

export const servingSchema = z.object({ port: z.number(), session: z.string() })
export const servingTwoSchema = servingSchema.extend({ other: z.string() })
export const servingAdminSchema = servingSchema.extend({ admin: z.string() })
export const sessionSchema = z.object({ dataFolder: z.string(), session: z.string() })
export const memorySchema = z.object({ rss: z.number(), peak: z.number(), cpuMilliseconds: z.number() })
