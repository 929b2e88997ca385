import type { FastifyInstance } from 'fastify'
import { changeHelp, findReplying, getWantsHelp, recordReply } from '#contract/campaigns/replies'
import { getReceivedTexts, noteReceivedText } from '#contract/campaigns/receivedTexts'
import { anySignedIn, route } from '../../../http/route'
import type { RepliesService } from './service'

/** Anybody in the organisation in view may record replies. */
export function repliesRoutes(app: FastifyInstance, replies: RepliesService): void {
  route(app, findReplying, anySignedIn, ({ person, body }) => replies.search(person, body.written, 'replies, a search'))
  route(app, recordReply, anySignedIn, async ({ person, body }) => ({ left_out: await replies.record(person, body) }))
  route(app, getWantsHelp, anySignedIn, ({ person, query }) => replies.help.list(person, query.view))
  route(app, changeHelp, anySignedIn, async ({ person, body }) => {
    const { household_reference: reference, ...change } = body
    await replies.help.change(person, reference, change)
    return {}
  })
  route(app, getReceivedTexts, anySignedIn, ({ person, query }) => replies.texts.list(person, query.view))
  route(app, noteReceivedText, anySignedIn, async ({ person, body }) => {
    await replies.texts.note(person, body.id, body.is_done)
    return {}
  })
}
