/**
 * A text of only one of these ends contact at once. STOP, STOPALL, UNSUBSCRIBE and OPTOUT are agreed by carriers
 * (CTIA's messaging principles, https://www.ctia.org; Twilio's default keywords). CANCEL, END, QUIT and REVOKE may
 * answer something else: a person reads them in Replies.
 */
const STOP_WORDS: ReadonlySet<string> = new Set([
  'stop',
  'stopall',
  'stopplease',
  'pleasestop',
  'stoptext',
  'stoptexts',
  'stoptexting',
  'stoptextingme',
  'stopmessages',
  'stopmessaging',
  'stopmessagingme',
  'unsubscribe',
  'unsubscribeme',
  'unsubscribeall',
  'optout',
  'optmeout',
  // Welsh: stop, in both forms; unsubscribe.
  'stopia',
  'stopiwch',
  'daddanysgrifio',
])

/** In any case, spacing and punctuation: "S T O P", "Opt-out!", "‘Stop.’". */
export const asksToStop = (message: string): boolean =>
  STOP_WORDS.has(
    message
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
