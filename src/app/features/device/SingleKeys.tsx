import { setSingleKeys, singleKeysAtom } from '../../state/singleKeys'
import { useAtomValue } from '../../state/store'
import { Checkbox } from '../../ui/checkbox/Checkbox'
import { Section } from '../../ui/page/Page'

/** Lets people whose speech or hands press keys by accident switch single keys off (WCAG 2.1.4). */
export function SingleKeys() {
  const areOn = useAtomValue(singleKeysAtom)
  return (
    <Section title="Keyboard" detail="In this browser.">
      <Checkbox isSelected={areOn} onChange={setSingleKeys}>
        The key / goes to the search for a filter in Street View
      </Checkbox>
    </Section>
  )
}
