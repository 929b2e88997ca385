import { LAWFUL_BASES, LAWFUL_BASIS_WORDS, type LawfulBasis } from '#contract/campaigns/lawfulBases'
import { Select } from '../../../ui/select/Select'

interface LawfulBasisSelectProps {
  value: LawfulBasis | null
  advice?: string
  onChange: (basis: LawfulBasis) => void
  error: string | null
}

/** The choice of a campaign's lawful basis. */
export function LawfulBasisSelect({ value, advice, onChange, error }: LawfulBasisSelectProps) {
  return (
    <Select
      label="Lawful basis"
      advice={advice}
      placeholder="Choose a lawful basis"
      options={LAWFUL_BASES.map((id) => ({ id, label: LAWFUL_BASIS_WORDS[id] }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
