/**
 * What people say, and what the notes call it: one line per meaning; a phrase matches whole words in any form. Names of
 * benefits are in each note's `also_called`, or in Welsh below.
 */

/** What a question asks about a benefit; headings are read the same way. */
export type Intent = 'who' | 'much' | 'when' | 'claim' | 'savings' | 'affects' | 'refused'

/** Phrases are separated by commas. */
type Line<T extends string = string> = readonly [phrases: string, meaning: T]

export const INTENTS: readonly Line<Intent>[] = [
  [
    'how old, what age, can two people, can both, who can, who gets, who is it for, who qualifies, who is eligible, who is entitled, eligible, eligibility, entitled, entitlement, qualify, criteria, conditions, allowed to',
    'who',
  ],
  [
    'how much, rate, amount, worth, figure, sum, maximum, weekly, a week, each week, every week, a month, each month, every month, how many pounds, highest, top rate, pays, payable amount, standard allowance, value',
    'much',
  ],
  [
    'how to, how do i, how do you, how do we, how do they, apply, application, sign up, register, form, phone, ring, call, telephone, helpline, contact, put in for, where do i, where do we, claim line',
    'claim',
  ],
  ['when, what date, what day, which month, how soon, arrive, come through, land, payment date, by itself', 'when'],
  [
    'savings, capital, nest egg, in the bank, investments, isa, put by, put away, building society, inheritance, lump sum',
    'savings',
  ],
  [
    'affect, impact, reduce, knock on, knocked off, clash, lose, lost, go down, brought down, bring down, open up, opens up, passported, unlock, on top of, as well as, together, at the same time, overlap, other benefits, other help, what else, count as income',
    'affects',
  ],
  [
    'refused, refusal, turned down, turn down, turn me down, turn you down, turn us down, turn them down, turn her down, turn him down, miss out, missing out, rejected, appeal, said no, reconsideration, redetermination, challenge, overturn, disagree with',
    'refused',
  ],
]

export const NATION_WORDS: readonly Line<'England' | 'Scotland' | 'Wales' | 'Northern Ireland'>[] = [
  ['england, english, london, manchester, leeds, lloegr', 'England'],
  ['scotland, scottish, scots, glasgow, edinburgh, aberdeen, dundee, fife, highland, stirling, perth', 'Scotland'],
  ['wales, welsh, cardiff, swansea, newport, wrexham', 'Wales'],
  ['northern ireland, northern irish, ni, belfast, ulster, derry, londonderry', 'Northern Ireland'],
]

/** A meaning that is a note's name names the note. */
export const MEANINGS: readonly Line[] = [
  [
    'pensioner, pension age, retirement age, retired, retirement, elderly, old age, oap, over sixty',
    'state pension age',
  ],
  ['reached pension age, reaching pension age, turns pension age', 'state pension age reaches'],
  ['spd, smi, council tax bill, council tax help, council tax relief, council tax discount', 'council tax reduction'],
  ['claim carers, claiming carers, on carers, get carers, getting carers, carers money', "carer's allowance"],
  [
    'dinner money, canteen, school lunch, school food, school meal, free lunch, free dinner, free meal, lunch',
    'Free school meals',
  ],
  ['fed, feed, eat', 'meals food'],
  ['too ill to work, unfit for work', 'health element limited capability work'],
  ['toddler, newborn, infant, little one, bairn, tot', 'child young'],
  ['baby, one year old, turns one', 'child birth to one'],
  ['kid, son, daughter, pupil, grandchild, grandson', 'child'],
  ['expecting, pregnancy, pregnant, preggers, due date', 'healthy start pregnant pregnancy'],
  ['food help, help with food', 'healthy food milk'],
  ['teenager, teenage mum, teen mum', 'under 18 pregnant'],
  ['landlord, tenant, tenancy, renting', 'rent'],
  ['wage, salary, payslip, job, earn, part time, shift, self employed, work, take home pay', 'earnings pay work'],
  ['look after, looking after, caring for, care for', 'carer allowance carer care'],
  ['looking after at night, looked after at night', 'care help night'],
  [
    'dementia, alzheimer, parkinson, arthritis, stroke, frail, falls, ms, multiple sclerosis, copd, autism, adhd, depression, anxiety, mental health',
    'attendance allowance personal independence disability illness help with care',
  ],
  ['wash, dress, bathe, toilet, cook, struggle', 'attendance allowance help with personal care washing dressing'],
  ['night time, overnight', 'night'],
  [
    'dying, terminal, terminally ill, palliative, end of life, hospice, months to live, fast track',
    'terminal illness nearing end life months to live special rules',
  ],
  ['care home, nursing home, residential home, residential care', 'care home hospital'],
  ['hosp, ward, inpatient', 'hospital'],
  ['spare room, extra room, spare bedroom, empty bedroom, bedroom tax', 'spare bedrooms reduction'],
  ['backdate, arrears, in the past, past months, months gone by, months already gone', 'backdated months'],
  ['in advance, ahead of time, before pension age', 'four months before'],
  [
    'live alone, living alone, on her own, on his own, on their own, on your own, on my own, by herself, by himself, single person, single occupant, only adult',
    'lives alone one adult',
  ],
  ['husband, hubby, wife, spouse, married', 'couple partner'],
  [
    'younger partner, younger wife, younger husband, older partner, older husband, older wife, age gap, partner under pension age, mixed age',
    'mixed-age couple partner younger',
  ],
  ['third child, three kids, four kids, three children, four children', 'universal credit two-child limit every child'],
  ['milk, formula, fruit, veg, groceries, vitamins, frozen peas', 'milk fruit vegetables'],
  ['milk card, food card, food voucher, milk voucher, vouchers for milk', 'healthy start'],
  ['domestic rates, rates bill, help with rates', 'rates northern ireland'],
  ['lodger, grown up, adult son, adult daughter, adult child, non dep, non dependant, moves in', 'other adults home'],
  ['blind, sight, deaf, hearing, mobility problem, ill, sick', 'disability illness'],
  ['disregarded, exempt, ignored', 'not counted ignored'],
  ['means tested', 'income savings means'],
  ['tax, taxed, taxable', 'tax taxable tax-free'],
  ['own house, own home, owning, homeowner, home owner, house', 'home owners'],
  ['advance, five weeks, first payment, while waiting, wait', 'advance first payment weeks'],
  ['shortfall, top up the rent, cover the rent, cover all the rent, deposit', 'not cover the rent deposit'],
  ['hostel, refuge, sheltered, temp accommodation, temporary accommodation', 'supported temporary accommodation'],
  ['holidays, hols, half term, summer', 'holiday'],
  ['uni, university, college, sixth form', 'full-time education student'],
  ['p1, p2, p3, p4, p5, p6, p7, primary one, primary kids', 'primary pupils'],
  [
    'reception, ks1, ks2, year 1, yr 1, y1, year 2, yr 2, y2, year 3, yr 3, y3, year 4, yr 4, y4, year 5, yr 5, y5, year 6, yr 6, y6, year 7, yr 7, y7, year 8, yr 8, y8, year 9, yr 9, y9, year 10, yr 10, y10, year 11, yr 11, y11',
    'pupils school year',
  ],
  ['claim first, apply first, goes first, comes first, which order, what order', 'order to claim in first'],
  ['quarter off, 25 off, percent off, per cent off', 'quarter off discounts'],
  [
    'redundant, lost his job, lost her job, lost my job, unemployed, out of work, laid off, jobless',
    'Universal Credit',
  ],
  ['hrs', 'hours'],
  ['dentist, dental, glasses, optician', 'nhs dental treatment glasses'],
  ['childcare, nursery fees, nursery cost', 'help with childcare'],
  ['nursery', 'nursery nurseries'],
  ['recourse, nrpf, immigration', 'immigration status'],
  ['asylum seeker', 'asylum support'],
  ['fuel bill, heating bill, energy bill, electricity bill, heating', 'winter fuel payment heating electricity bill'],
  ['freezing, frost, snow, cold snap, cold spell, how cold', 'cold weather zero degrees'],
  ['tv, television, bbc', 'tv licence'],
  [
    'broke, skint, emergency, no food, food bank, destitute, crisis, nothing to eat, out of money, no money',
    'Crisis and Resilience Fund',
  ],
  ['fridge, freezer, oven, sofa', 'furniture appliances'],
  ['turns 4, turns four, fourth birthday', 'fourth birthday'],
  ['moved, switch, transfer', 'moved move'],
  ['taper, keep of my wages, take home', 'taper take-home earnings'],
  ['earnings limit, earning limit, income limit, wage limit, earnings threshold, earnings cap', 'limit earnings'],
  ['older couple', 'couple state pension age'],
  ['scrapped, abolished, ended, still exist, gone', 'ended limit'],
  ['replaced, replace, instead of, used to be', 'replaced'],
  ['side by side, compare, versus, vs', 'side by side'],
  ['top up, topped up', 'tops up pension credit'],
  ['addition, premium', 'extra amounts'],
  ['council tax', 'Council Tax Reduction'],
  ['scottish carer, scottish carers benefit', 'Carer Support Payment'],
  ['twice yearly, twice a year', 'two further payments a year'],
  ['automatically, automatic', 'by itself'],
  ['capped', 'benefit cap limit'],
  ['council flat, council tenant, council property', 'council tenants rent'],
  ['wheelchair', 'disabled person needs'],
  ['disabled, disability', 'attendance allowance disability disabled'],
  [
    'mum, dad, mother, father, gran, granny, nan, nana, grandad, grandma, aunt, uncle, neighbour, resident, client',
    'person',
  ],
  ['same person, two people', 'only one person'],
  ['uniform, school clothes', 'school uniform grant'],
  ['claimant rights, work out, worked out', 'how much'],
  ['regular break, holiday from caring, respite', 'break weeks'],
  [
    'overseas, another country, out of the country, foreign, spain, france, portugal, ireland, poland, india, pakistan, bangladesh, jamaica, australia',
    'abroad',
  ],
  ['pence, penny, pennies, tiny amount, pound or two', 'any amount pennies'],
  ['lidl, aldi, asda, tesco, sainsburys, morrisons, supermarket, corner shop', 'shop buys'],
  ['private pension, works pension, occupational pension', 'private workplace pensions counted income'],
  ['how far back, owed from before', 'backdated months'],
  ['proof, evidence, paperwork, documents, bring', 'ready insurance number bank details'],
  ['on behalf, help him claim, help her claim, help them claim', 'relative adviser officer'],
  ['supervise, watching, wander, wandering, keep an eye', 'watch supervision safe'],
  ['scooter, walking, walk, getting about', 'mobility getting around'],
  ['self funder, self funding, pays for her own, pays for his own, pay their own', 'pays themselves keeps'],
  ['overtime, pay rise, bonus, extra hours', 'earnings limit pay'],
  ['clawed back, give it back, hand back, pay back', 'takes back'],
  ['well off, wealthy, rich, high income', 'taxable income'],
  ['prepay, top up meter, pay as you go, key meter', 'prepayment meter voucher'],
  ['british gas, octopus, edf, eon, energy supplier', 'electricity bill supplier'],
  ['sight impaired, partially sighted', 'blind'],
  ['fit note, sick note, unable to work, cant work', 'health element limited capability work'],
  ['migrated, migration', 'moved tax credits'],
  ['a levels, studying, degree', 'full-time education'],
  ['buy, bought, spend, shop, spent on, shopping list, list', 'buys shop'],
]

/** Unmutated: mutations are found too. Meanings are titles of notes. */
export const WELSH: readonly Line[] = [
  ['credyd pensiwn', 'Pension Credit'],
  ['lwfans gweini', 'Attendance Allowance'],
  ['cychwyn iach, dechrau iach', 'Healthy Start'],
  ['prydau ysgol am ddim, prydau ysgol, cinio ysgol', 'Free school meals'],
  ['credyd cynhwysol', 'Universal Credit'],
  ['budd-dal tai', 'Housing Benefit'],
  ['gostyngiad y dreth gyngor, gostyngiad treth gyngor, cymorth y dreth gyngor', 'Council Tax Reduction'],
  ['lwfans gofalwr, lwfans gofalwyr', "Carer's Allowance"],
  ['taliad tanwydd gaeaf, tanwydd gaeaf', 'Winter Fuel Payment'],
  ['taliad tywydd oer, tywydd oer', 'Cold Weather Payment'],
  ['gostyngiad cartrefi cynnes', 'Warm Home Discount'],
  ['trwydded deledu', 'TV licence'],
  ['taliad annibyniaeth bersonol', 'Personal Independence Payment'],
  ['faint', 'how much'],
  ['sut', 'how to'],
  ['pwy, cymwys, pwy all', 'who can'],
  ['hawlio, cais, gwneud cais, ymgeisio, ffonio', 'apply'],
  ['cynilion, cynilo', 'savings'],
  ['cymru', 'wales'],
  ['yr alban', 'scotland'],
  ['gogledd iwerddon', 'northern ireland'],
  ['plentyn, plant', 'child'],
  ['cynradd', 'primary schools'],
  ['uwchradd', 'secondary school'],
  ['rhent', 'rent'],
  ['beichiog', 'pregnant'],
  ['gofalwr, gofalu', 'carer care'],
  ['pensiynwr, oedran pensiwn, pensiynwyr', 'state pension age'],
  ['wythnos', 'week'],
  ['mis', 'month'],
  ['incwm', 'income'],
  ['enillion, ennill, cyflog', 'earnings'],
  ['cartref gofal', 'care home'],
  ['ysbyty', 'hospital'],
  ['nos', 'night'],
  ['apelio, gwrthod', 'appeal refused'],
  ['help, cymorth', 'help'],
]

const phrasesOf = (phrases: string): string[] => phrases.split(',').map((phrase) => phrase.trim())

/** Pairs each phrase with its meaning. */
export const listEntries = <T extends string>(lines: readonly Line<T>[]): (readonly [phrase: string, meaning: T])[] =>
  lines.flatMap(([phrases, meaning]) => phrasesOf(phrases).map((phrase) => [phrase, meaning] as const))
