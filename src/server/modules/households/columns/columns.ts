/**
 * The columns as data (docs/snapshot-format.md), from which import checks, files, tables, filters and exports derive.
 */

interface ColumnValue {
  readonly name: string
  readonly displayName: string
}

interface Column<Kind extends string> {
  readonly name: string
  readonly kind: Kind
  readonly displayName: string
  readonly nullable: boolean
}

interface TextColumn extends Column<'text'> {
  readonly maxLength: number
  readonly format?: { readonly pattern: string; readonly expected: string }
}

/** An enum in memory, ordered as `LoadedSnapshot.wards`. */
type WardColumn = Column<'ward'>

interface EnumColumn extends Column<'enum'> {
  /** In sort order: DuckDB compares an enum with a text (`> 'low'`) as texts. */
  readonly values: readonly ColumnValue[]
}

/** Integers; exact pounds and pence; WGS84 degrees. */
interface RangeColumn extends Column<'integer' | 'money' | 'degrees'> {
  readonly range: readonly [number, number]
}

export type SnapshotColumn = TextColumn | WardColumn | EnumColumn | RangeColumn | Column<'flag'>

/** Enums and wards are enums in memory, text in files. */
export const COLUMN_TYPES: Readonly<Record<SnapshotColumn['kind'], string>> = {
  text: 'VARCHAR',
  ward: 'VARCHAR',
  enum: 'VARCHAR',
  integer: 'UTINYINT',
  money: 'DECIMAL(9,2)',
  flag: 'BOOLEAN',
  degrees: 'DOUBLE',
}

export const MAX_REFERENCE_LENGTH = 40

/** DECIMAL(9,2) fits in four bytes; one more digit takes eight. */
const MAX_MONEY = 9_999_999.99

const text = <Name extends string>(name: Name, displayName: string, maxLength: number) =>
  ({ name, displayName, kind: 'text', nullable: false, maxLength }) as const

const options = <Name extends string>(name: Name, displayName: string, values: Readonly<Record<string, string>>) =>
  ({
    name,
    displayName,
    kind: 'enum',
    nullable: false,
    values: Object.entries(values).map(([value, valueDisplayName]) => ({ name: value, displayName: valueDisplayName })),
  }) as const

const integer = <Name extends string>(
  name: Name,
  displayName: string,
  range: readonly [number, number],
  nullable = false,
) => ({ name, displayName, kind: 'integer', nullable, range }) as const

const money = <Name extends string>(name: Name, displayName: string, least = 0) =>
  ({ name, displayName, kind: 'money', nullable: false, range: [least, MAX_MONEY] }) as const

const flag = <Name extends string>(name: Name, displayName: string) =>
  ({ name, displayName, kind: 'flag', nullable: false }) as const

const degrees = <Name extends string>(name: Name, displayName: string, range: readonly [number, number]) =>
  ({ name, displayName, kind: 'degrees', nullable: false, range }) as const

const letters = (all: string) => Object.fromEntries([...all].map((letter) => [letter, letter]))

const languageNames = new Intl.DisplayNames('en-GB', { type: 'language' })

/** ISO 639-1, except Twi, which CLDR files under Akan. */
export const ISO_LANGUAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el ' +
      'en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it ' +
      'iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt ' +
      'my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl ' +
      'sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo ' +
      'za zh zu'
    )
      .split(' ')
      .map((code) => [code, languageNames.of(code) ?? code]),
  ),
  tw: 'Twi',
}

const TAKE_UP = {
  claiming: 'Claiming',
  eligible_not_claiming: 'Eligible, not claiming',
  not_eligible: 'Not eligible',
}
const RISK = { low: 'Low', medium: 'Medium', high: 'High' }

const columns = [
  text('household_reference', 'Household reference', MAX_REFERENCE_LENGTH),
  {
    name: 'ward_code',
    displayName: 'Ward code',
    kind: 'ward',
    nullable: false,
  },
  text('postcode', 'Postcode', 10),
  degrees('longitude', 'Longitude', [-180, 180]),
  degrees('latitude', 'Latitude', [-90, 90]),
  options('household_type', 'Household type', {
    single_pensioner: 'Single pensioner',
    couple_pensioner: 'Pensioner couple',
    single_no_children: 'Single, no children',
    couple_no_children: 'Couple, no children',
    lone_parent: 'Lone parent',
    couple_with_children: 'Couple with children',
    other_with_children: 'Other household with children',
    other_adults: 'Other adults',
  }),
  integer('household_size', 'Household size', [1, 99]),
  integer('number_of_children', 'Number of children', [0, 99]),
  integer('youngest_child_age', 'Age of youngest child', [0, 25], true),
  integer('age_of_head', 'Age of head of household', [0, 125]),
  options('preferred_language', 'Preferred language', ISO_LANGUAGES),
  options('tenure', 'Tenure', {
    owned_outright: 'Owned outright',
    mortgaged: 'Mortgaged',
    council_rent: 'Rented from the council',
    housing_association: 'Housing association',
    private_rent: 'Private rent',
    temporary_accommodation: 'Temporary accommodation',
  }),
  options('accommodation_type', 'Accommodation type', {
    detached: 'Detached',
    semi_detached: 'Semi-detached',
    terraced: 'Terraced',
    flat: 'Flat',
    other: 'Other',
  }),
  integer('bedrooms', 'Bedrooms', [0, 99]),
  flag('under_occupying', 'Under-occupying'),
  money('weekly_rent', 'Weekly rent'),
  money('rent_arrears', 'Rent arrears'),
  money('council_tax_arrears', 'Council tax arrears'),
  options('council_tax_band', 'Council tax band', letters('ABCDEFGHI')),
  options('epc_band', 'EPC band', letters('ABCDEFG')),
  options('heating', 'Heating', { gas: 'Gas', electric: 'Electric', oil: 'Oil', other: 'Other', none: 'None' }),
  options('employment_status', 'Employment status', {
    employed: 'Employed',
    self_employed: 'Self-employed',
    unemployed: 'Unemployed',
    retired: 'Retired',
    unable_to_work: 'Unable to work',
    carer: 'Carer',
  }),
  money('weekly_earnings', 'Weekly earnings'),
  money('weekly_income', 'Weekly income'),
  money('monthly_cash_balance', 'Monthly cash balance', -MAX_MONEY),
  money('savings', 'Savings'),
  flag('universal_credit', 'Universal Credit'),
  options('uc_conditionality', 'Universal Credit conditionality', {
    searching: 'Searching for work',
    working: 'Working',
    preparing: 'Preparing for work',
    planning: 'Planning for work',
    none: 'None',
  }),
  flag('housing_benefit', 'Housing Benefit'),
  flag('council_tax_reduction', 'Council Tax Reduction'),
  flag('benefit_capped', 'Benefit capped'),
  options('disability_benefit', 'Disability benefit', {
    none: 'None',
    pip: 'Personal Independence Payment',
    dla: 'Disability Living Allowance',
    attendance_allowance: 'Attendance Allowance',
  }),
  flag('carer', 'Carer'),
  flag('carers_allowance', "Carer's Allowance"),
  flag('long_term_condition', 'Long-term condition'),
  flag('pension_age', 'Pension age'),
  options('pension_credit', 'Pension Credit', TAKE_UP),
  money('pension_credit_weekly_award', 'Pension Credit weekly award'),
  options('attendance_allowance', 'Attendance Allowance', {
    claiming: 'Claiming',
    likely_eligible: 'Likely eligible',
    not_eligible: 'Not eligible',
  }),
  options('healthy_start', 'Healthy Start', TAKE_UP),
  options('free_school_meals', 'Free school meals', TAKE_UP),
  options('food_poverty_risk', 'Food poverty risk', RISK),
  flag('fuel_poverty', 'Fuel poverty'),
  options('digital_exclusion', 'Digital exclusion', RISK),
] as const satisfies readonly SnapshotColumn[]

export type SnapshotColumnName = (typeof columns)[number]['name']

export const SNAPSHOT_COLUMNS: readonly (SnapshotColumn & { readonly name: SnapshotColumnName })[] = columns

/** May be missing, then null. Only the estimator reads them. */
export const OPTIONAL_COLUMNS = [
  {
    name: 'children_ages',
    displayName: 'Ages of the children',
    kind: 'text',
    nullable: true,
    maxLength: 60,
    format: { pattern: '[0-9]{1,2}(;[0-9]{1,2}){0,19}', expected: 'the age of each child, such as 3;7;12, or empty' },
  },
  integer('partner_age', 'Age of the partner', [16, 125], true),
  {
    name: 'attendance_allowance_rate',
    displayName: 'Rate of Attendance Allowance',
    kind: 'enum',
    nullable: true,
    values: [
      { name: 'lower', displayName: 'Lower' },
      { name: 'higher', displayName: 'Higher' },
    ],
  },
] as const satisfies readonly SnapshotColumn[]

export type OptionalColumnName = (typeof OPTIONAL_COLUMNS)[number]['name']

export type FileColumnName = SnapshotColumnName | OptionalColumnName

export const FILE_COLUMNS: readonly (SnapshotColumn & { readonly name: FileColumnName })[] = [
  ...columns,
  ...OPTIONAL_COLUMNS,
]

/** @throws Error for an unknown column. */
export function snapshotColumn(name: FileColumnName): SnapshotColumn {
  const column = FILE_COLUMNS.find((each) => each.name === name)
  if (!column) throw new Error(`There is no snapshot column ${name}.`)
  return column
}
