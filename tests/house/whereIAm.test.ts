import { expect, test } from 'vitest'
import { files, textOf } from './files'

/* Where somebody stands is asked for by one button, and neither stored nor sent: docs/product.md#visit-rounds. */

test('one file of the app asks where somebody is, and the server’s headers alone allow it besides', () => {
  const naming = files.filter((file) => /^(src|sw)\/(?!.*\.test\.)/.test(file) && /geolocation/i.test(textOf(file)))
  expect(naming.toSorted()).toEqual(['src/app/lib/whereIAm.ts', 'src/server/http/securityHeaders.ts'])
})

test('where somebody is reaches the round on screen alone', () => {
  const using = files.filter((file) => file.startsWith('src/') && /from '[^']*\/whereIAm'/.test(textOf(file)))
  expect(using).toEqual(['src/app/features/campaigns/visits/RoundScreen.tsx'])
})
