import type { FastifyInstance } from 'fastify'
import { findReplying, recordReply } from '#contract/replies'
import { anySignedIn, route } from '../../route'
import type { RepliesService } from './service'

/** Replies to the organisation in view, recorded by anybody in it. */
export function repliesRoutes(app: FastifyInstance, { replies }: { replies: RepliesService }): void {
  route(app, findReplying, anySignedIn, ({ person, body }) => replies.find(person, body.written))
  route(app, recordReply, anySignedIn, async ({ person, body }) => ({
    left_out: await replies.record(person, body.household_reference, body.reply),
  }))
}
