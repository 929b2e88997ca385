import { test } from '../../e2e/doorstep'
import { sendQueued } from '../../e2e/queueJourney'
import { report } from './report'

test.use({ serviceWorkers: 'allow' })

test('100 queued templates, three tabs and 20 connection drops', async ({ page, context, faults }) => {
  faults.expect(/ERR_|Failed to load resource/)
  const { names, made, dropped } = await sendQueued({ page, context, count: 100, drops: 20 })
  const isInOrder = made.join() === names.join()
  report({
    what: '100 queued templates, three tabs, 20 connection drops',
    measured: `${made.length} on the server, ${isInOrder ? 'in order' : 'not in order'}, after ${dropped} drops`,
    floor: 'exactly 100, in order',
    holds: isInOrder && dropped === 20,
  })
})
