/** Topics without a note. An operator's note of the same name wins. */
import type { Nation } from './notes'

export interface Topic {
  readonly name: string
  readonly alsoCalled: string
  /** Welsh names, separated by commas. */
  readonly welsh: string
  readonly pages: { readonly [nation in Nation]?: string } & { readonly UK: string }
}

const topic = (
  name: string,
  alsoCalled: string,
  UK: string,
  more: Omit<Topic['pages'], 'UK'> = {},
  welsh = '',
): Topic => ({
  name,
  alsoCalled,
  welsh,
  pages: { UK: `https://www.gov.uk/${UK}`, ...more },
})

const scotland = (path: string) => ({ Scotland: `https://www.mygov.scot/${path}` })
const northernIreland = (path: string) => ({ 'Northern Ireland': `https://www.nidirect.gov.uk/articles/${path}` })

/** The default meaning when nothing else is named. */
export const STATE_PENSION_AGE = topic(
  'The day somebody reaches State Pension age',
  'reach state pension age, what is state pension age, check state pension age, my state pension age, state pension age rising, state pension age going up, pension age rise',
  'state-pension-age',
)

export const OUT_OF_SCOPE: readonly Topic[] = [
  STATE_PENSION_AGE,
  topic('Income Tax', 'personal allowance, tax code, tax allowance, inheritance tax, capital gains tax', 'browse/tax'),
  topic(
    'Reporting a change of circumstances',
    'change of circumstances, change in circumstances, report a change',
    'report-benefits-change-circumstances',
  ),
  topic('Cost of living payments', 'cost of living payment', 'cost-of-living'),
  topic(
    "Jobseeker's Allowance",
    'JSA, new style JSA, job seekers, jobseekers, jobseekers benefit, dole',
    'jobseekers-allowance',
    northernIreland('jobseekers-allowance'),
    'lwfans ceisio gwaith',
  ),
  topic(
    'Employment and Support Allowance',
    'ESA, new style ESA, employment support allowance, incapacity benefit, severe disablement allowance',
    'employment-support-allowance',
    northernIreland('employment-and-support-allowance'),
    'lwfans cyflogaeth a chymorth',
  ),
  topic('Income Support', '', 'income-support', {}, 'cymhorthdal incwm'),
  topic(
    'Tax credits',
    'tax credit, child tax credit, working tax credit, WTC, CTC',
    'browse/benefits/tax-credits',
    {},
    'credydau treth',
  ),
  topic('Child Benefit', 'family allowance, high income child benefit charge', 'child-benefit', {}, 'budd-dal plant'),
  topic("Guardian's Allowance", '', 'guardians-allowance'),
  topic(
    'Child Maintenance',
    'child support payments, CSA, child maintenance service',
    'child-maintenance-service',
    {},
    'cynhaliaeth plant',
  ),
  topic(
    'State Pension',
    'new state pension, basic state pension, old age pension, pension forecast, defer state pension, state pension forecast',
    'new-state-pension',
    northernIreland('understanding-and-qualifying-new-state-pension'),
    'pensiwn y wladwriaeth',
  ),
  topic(
    'Disability Living Allowance',
    'DLA, DLA for children, child DLA, child disability payment, CDP',
    'disability-living-allowance-children',
    { ...scotland('child-disability-payment'), ...northernIreland('disability-living-allowance-children') },
    'lwfans byw i’r anabl',
  ),
  topic('Constant Attendance Allowance', '', 'constant-attendance-allowance'),
  topic(
    'Industrial Injuries Disablement Benefit',
    'industrial injuries, industrial injury, IIDB, industrial disease',
    'industrial-injuries-disablement-benefit',
  ),
  topic(
    'War pensions and the Armed Forces Compensation Scheme',
    'war pension, war disablement pension, war widows pension, armed forces compensation, AFCS, armed forces independence payment, veterans pension',
    'guidance/war-pension-scheme-wps',
  ),
  topic('Maternity Allowance', '', 'maternity-allowance', northernIreland('maternity-allowance'), 'lwfans mamolaeth'),
  topic(
    'Statutory Maternity, Paternity and Adoption Pay',
    'maternity pay, maternity leave, SMP, paternity pay, paternity leave, adoption pay, shared parental leave, parental leave',
    'maternity-pay-leave',
  ),
  topic('Statutory Sick Pay', 'SSP, sick pay', 'statutory-sick-pay', {}, 'tâl salwch statudol'),
  topic('Sure Start Maternity Grant', 'sure start grant, sure start, maternity grant', 'sure-start-maternity-grant'),
  topic(
    'Bereavement Support Payment',
    'bereavement benefit, bereavement payment, bereavement allowance, widowed parents allowance, widows pension, widows benefit, BSP',
    'bereavement-support-payment',
    northernIreland('bereavement-support-payment'),
    'taliad cymorth profedigaeth',
  ),
  topic(
    'Funeral Expenses Payment',
    'funeral payment, funeral costs, funeral expenses, funeral grant, pay for a funeral, funeral support payment, funeral',
    'funeral-payments',
    scotland('funeral-support-payment'),
  ),
  topic(
    'Budgeting Loans and Advances',
    'budgeting loan, budgeting advance, social fund loan, crisis loan',
    'budgeting-help-benefits',
  ),
  topic(
    'Support for Mortgage Interest',
    'SMI loan, mortgage help, help with mortgage',
    'support-for-mortgage-interest',
  ),
  topic('Access to Work', '', 'access-to-work', {}, 'mynediad at waith'),
  topic(
    'Blue Badge',
    'blue badges, disabled parking, disabled badge, parking badge',
    'apply-blue-badge',
    { ...scotland('apply-blue-badge'), Wales: 'https://www.gov.wales/apply-blue-badge' },
    'bathodyn glas',
  ),
  topic(
    'Free bus pass',
    'bus pass, concessionary travel, free bus travel, travel pass, freedom pass, senior railcard',
    'apply-for-elderly-person-bus-pass',
    {},
    'tocyn bws',
  ),
  topic(
    'Vehicle tax exemption and Motability',
    'vehicle tax exemption, road tax, vehicle tax, car tax, motability',
    'financial-help-disabled/vehicles-and-transport',
  ),
  topic(
    'Disabled Facilities Grant',
    'DFG, adaptations grant, stairlift grant, home adaptations',
    'disabled-facilities-grants',
    {},
    'grant cyfleusterau i’r anabl',
  ),
  topic(
    'Boiler and insulation grants',
    'boiler grant, new boiler, insulation grant, home insulation, heat pump grant, ECO4',
    'improve-energy-efficiency',
  ),
  topic(
    'Tax-Free Childcare',
    'free childcare, 30 hours childcare, 15 hours childcare, childcare vouchers, funded childcare',
    'tax-free-childcare',
  ),
  topic('Marriage Allowance', 'married couples allowance, blind persons allowance', 'marriage-allowance'),
  topic('Help to Save', '', 'get-help-savings-low-income'),
  topic('Christmas Bonus', '', 'christmas-bonus'),
  topic(
    'NHS Low Income Scheme and prescriptions',
    'prescription, free prescriptions, prescription charges, HC1, HC2, low income scheme',
    'help-nhs-costs',
  ),
  topic(
    'Student finance',
    'student loan, student grant, maintenance loan, EMA, education maintenance allowance, 16 to 19 bursary',
    'student-finance',
  ),
  topic('National Minimum Wage', 'minimum wage, living wage', 'national-minimum-wage-rates'),
  topic('Redundancy pay', '', 'redundancy-your-rights'),
  topic(
    'Paying for a care home or social care',
    'care home fees, social care assessment, care needs assessment, NHS continuing healthcare, continuing healthcare',
    'apply-needs-assessment-social-services',
  ),
  topic(
    'Council housing and homelessness',
    'council house, council housing list, housing register, homeless, homelessness',
    'apply-for-council-housing',
  ),
  topic(
    'Child Winter Heating Payment',
    'child winter heating',
    'browse/benefits',
    scotland('child-winter-heating-payment'),
  ),
  topic(
    'Benefit fraud',
    'report fraud, reporting fraud, fraudster, benefit cheat',
    'report-benefit-fraud',
    {},
    'twyll budd-dal',
  ),
  topic('Benefit overpayments', 'overpayment, overpaid, paid too much, debt management', 'benefit-overpayments'),
  topic(
    'Debts',
    'debt advice, in debt, debts, breathing space, bankruptcy, bankrupt, debt relief order, bailiff, bailiffs, IVA',
    'options-for-paying-off-your-debts',
  ),
  topic(
    'What to do after a death',
    'tell us once, register a death, probate, died, dies, passed away, death',
    'after-a-death',
  ),
  topic('Renting and eviction', 'eviction, evicted, evict, section 21, rent increase', 'private-renting-evictions'),
  topic(
    'National Insurance',
    'national insurance contributions, national insurance credits, NI credits, NI contributions, NI number, national insurance number',
    'national-insurance',
  ),
  topic('Council Tax bands', 'council tax band, wrong band, challenge a band, business rates', 'council-tax-bands'),
  topic(
    'Jobcentres',
    'jobcentre, job centre, work coach, claimant commitment, sanction, sanctioned',
    'contact-jobcentre-plus',
  ),
  topic('Legal aid', 'solicitor, legal help', 'legal-aid'),
  topic('Job Start Payment', '', 'browse/benefits', scotland('job-start-payment')),
]

const PORTALS: { readonly [nation in Nation]: string } = {
  England: 'https://www.gov.uk/browse/benefits',
  Wales: 'https://www.gov.wales/help-cost-living',
  Scotland: 'https://www.mygov.scot/browse/benefits',
  'Northern Ireland': 'https://www.nidirect.gov.uk/information-and-services/benefits-and-money',
}

/** What a topic is called, in English. */
export const listTopicNames = ({ name, alsoCalled }: Topic): string[] =>
  [name, ...alsoCalled.split(',')].map((one) => one.trim()).filter((one) => one !== '')

/** For every nation when unknown. */
export const listTopicPages = ({ pages }: Topic, nation: Nation | undefined): string[] => [
  ...new Set(nation === undefined ? Object.values(pages) : [pages[nation] ?? pages.UK]),
]

/** Where a nation lists its benefits. */
export const findPortal = (nation: Nation | undefined): string => PORTALS[nation ?? 'England']
