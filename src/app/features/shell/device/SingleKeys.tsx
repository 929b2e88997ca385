import { setSingleKeys, singleKeysAtom } from '../../../state/singleKeys'
import { useAtomValue } from '../../../state/store'
import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { Section } from '../../../ui/page/Page'

/** A switch for single-key shortcuts, which speech input or tremor may trigger (WCAG 2.1.4). */
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
