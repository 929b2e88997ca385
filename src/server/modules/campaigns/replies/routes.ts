import type { FastifyInstance } from 'fastify'
import { findReplying, getWantsHelp, noteHelped, recordReply } from '#contract/campaigns/replies'
import { anySignedIn, route } from '../../../http/route'
import type { RepliesService } from './service'

/** Anybody in the organisation in view may record replies. */
export function repliesRoutes(app: FastifyInstance, replies: RepliesService): void {
  route(app, findReplying, anySignedIn, ({ person, body }) => replies.find(person, body.written))
  route(app, recordReply, anySignedIn, async ({ person, body }) => {
    const { leftOut, isKept } = await replies.record(person, body.household_reference, body.reply)
    return { left_out: leftOut, is_kept: isKept }
  })
  route(app, getWantsHelp, anySignedIn, ({ person, query }) => replies.wantsHelp(person, query.is_helped === 'yes'))
  route(app, noteHelped, anySignedIn, async ({ person, body }) => {
    await replies.noteHelped(person, body.household_reference, body.is_helped)
    return { is_helped: body.is_helped }
  })
}
