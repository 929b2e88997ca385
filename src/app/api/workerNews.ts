import { fromWorkerSchema, type FromWorker } from '#offline/messages'

/**
 * Is told what the worker has to say, for as long as the document lives. Part of the one door to the worker, by itself:
 * whoever wants to hear must listen before asking for what the worker would speak of, and that is before there is
 * anything to register.
 */
export function onWorkerNews(tell: (news: FromWorker) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = fromWorkerSchema.safeParse(data)
    if (news.success) tell(news.data)
  })
  // Only what is asked for by name is delivered before the page has loaded.
  navigator.serviceWorker.startMessages()
}
