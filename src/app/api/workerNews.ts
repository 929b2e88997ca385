import { fromWorkerSchema, type FromWorker } from '#offline/messages'

/** Listens to the worker; before asking for what it would speak of. */
export function onWorkerNews(tell: (news: FromWorker) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = fromWorkerSchema.safeParse(data)
    if (news.success) tell(news.data)
  })
  // Not automatic before the page has loaded.
  navigator.serviceWorker.startMessages()
}
