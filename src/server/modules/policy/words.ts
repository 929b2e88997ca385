/** An operator's notes add theirs with `also_called`. */
import { stemmer } from 'stemmer'

/** Lower case, also without apostrophes. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any anyone are as at be because been before being both but by can cannot
  could did do does doing don done each either else ever for from further get gets getting give given go going got had
  has have having he her here hers him his how i if in into is it its itself just know let like make many may me mean
  might more most must my need no nor not now of off on once one only or other our out over own please really s
  same shall she should so some somebody someone something still such t take tell than thank that the their them then
  there these they thing this those through to too under until up us use very want was way we were what when where
  whether which while who whom whose why will with would yes yet you your ll re ve d m
  anymore cant couldnt didnt doesnt dont hasnt havent herself himself hows id im isnt ive myself themselves theres
  things ur wasnt whats whos wont wouldnt yourself`.split(/\s+/),
)

/** Query expansion, in the notes' vocabulary; whole words. */
const SAID_FOR: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\baa\b/, 'attendance allowance'],
  [/\bpadp\b/, 'pension age disability payment scotland'],
  [/\bpc\b|\bpens(ion)? cred\b|\bguarantee credit\b/, 'pension credit'],
  [/\buc\b/, 'universal credit'],
  [/\bhb\b/, 'housing benefit'],
  [/\b(ctr|cts|spd|smi)\b|\bcouncil tax (support|benefit|help|discount|bill|rebate)\b/, 'council tax reduction'],
  [/\bfsm\b|\bschool (dinners?|lunch(es)?|food)\b|\bdinner money\b|\bcanteen\b|\blunch(es)?\b/, 'free school meals'],
  [/\bca\b|\bcarers? (benefit|money)\b|\b(claim(ing)?|get(ting)?|on|for) carers\b/, "carer's allowance"],
  [/\bcsp\b/, 'carer support payment scotland'],
  [/\bbsf\b/, 'best start foods scotland'],
  [/\bscp\b/, 'scottish child payment'],
  [/\blha\b/, 'local housing allowance private rent'],
  [/\bdhp\b/, 'discretionary housing payment'],
  [/\blcwra\b|\btoo ill to work\b|\bunfit for work\b/, 'health element limited capability work'],
  [/\b(pensioners?|retired|retirement|elderly|old age|oap|over (sixty|66|65|67|70|75|80))\b/, 'state pension age'],
  [
    /\b(mum|dad|mother|father|gran(ny)?|grand(ad|mother|father)|nann?a?|aunt(ie)?|uncle|neighbour|resident|client)\b/,
    'person',
  ],
  [/\b(toddlers?|bab(y|ies)|newborns?|infants?|little ones?|nursery|bairns?|tots?)\b/, 'child young'],
  [/\b(kids?|sons?|daughters?|children|pupils?)\b/, 'child'],
  [/\b(expecting|expectant|pregnant|pregnancy|preggers|due date)\b/, 'pregnant pregnancy'],
  [/\b(rent|landlord|tenan(t|cy)|renting)\b/, 'rent housing'],
  [
    /\b(wages?|pay ?(slip|check|cheque)?|salary|jobs?|earn(s|ed|ing)?|work(s|ed|ing)?|part[- ]time|shifts?|self[- ]employed)\b/,
    'earnings',
  ],
  [/\b(worth|value|amounts?|rates?|how much|paid|pays?|money|cash|quid)\b/, 'much rate week'],
  [
    /\b(apply|claim(s|ing|ed|ants?)?|application|sign up|register|form|phone|ring|call|tel|helpline|number)\b/,
    'claim apply',
  ],
  [/\b(eligible|eligibility|qualif(y|ies)|entitled|criteria|allowed|conditions?)\b/, 'who can get qualifies'],
  [/\b(savings?|capital|nest egg|bank account|in the bank|investments?|isas?|put by|put away)\b/, 'savings'],
  [/\b(look(s|ing)? after|car(es|ing) for|carers?|caring)\b/, 'carer care'],
  [
    /\b(dementia|alzheimers?|parkinsons?|arthritis|stroke|frail|falls|washing|dressing|bathing)\b/,
    'attendance allowance disability care needs help',
  ],
  [/\bnights?([- ]?time)?\b/, 'attendance allowance by night'],
  [/\bdisab(led|ility)\b/, 'disability care needs help'],
  [/\b(dying|terminal(ly)?|palliative|end of life|hospice|cancer|fast track)\b/, 'terminal illness nearing end life'],
  [/\b(care|nursing|residential) home\b/, 'care home hospital'],
  [/\b(scot(s|tish|land)|glasgow|edinburgh|aberdeen|dundee|fife|highlands?)\b/, 'scotland'],
  [/\b(wales|welsh|cardiff|swansea|newport)\b/, 'wales'],
  [/\b(northern ireland|northern irish|belfast|ulster|derry|ni)\b/, 'northern ireland'],
  [/\b(spare|extra) (bed)?rooms?\b|\bbedroom tax\b/, 'spare bedrooms reduction'],
  [/\b(backdat(e|ed|ing)|arrears|in the past)\b/, 'backdated months'],
  [/\b(lives? (on (her|his|their|my) own|alone)|single person|only adult)\b/, 'lives alone one adult'],
  [/\b(partner|husband|hubby|wife|spouse|couple)\b/, 'couple partner'],
  [
    /\btwo[- ]child\b|\bthird child\b|\b(three|four|3|4|five|5) (kids|children)\b/,
    'universal credit two-child limit child every',
  ],
  [/\b(milk|formula|fruit|veg(etables)?|food|groceries|vitamins?)\b/, 'milk fruit vegetables healthy'],
  [/\b(domestic rates|rates bill)\b/, 'rates northern ireland council tax'],
  [
    /\b(lodger|grown[- ]up|(adult|older|grown) (son|daughter|child)|moves? in|non[- ]?dep(endant)?s?)\b/,
    'other adults home',
  ],
  [/\b(quit|lose|lost|stop(s|ped)?|affects?|impacts?|reduces?|knock[- ]on|clash)\b/, 'affect'],
  [/\b(reach(es|ing)?|turn(s|ing)?) (66|67|state pension age|pension age)\b/, 'state pension age reaches'],
  [/\b(younger|older) (partner|wife|husband)\b|\bage gap\b/, 'mixed-age couple'],
  [/\b(blind|sight|deaf|hearing|mobility|ill(ness)?|sick)\b/, 'disability illness'],
  [/\b(wash|dress|bathe|toilet|cook|struggl(e|es|ing))\b/, 'help with personal care washing dressing'],
  [/\b(by (her|him|my)self|on (her|his|their|your|my) own)\b/, 'lives alone'],
  [/\b(disregard(ed|s)?|exempt(ion)?)\b/, 'not count discount'],
  [/\b(compar(e|ed|ing|ison)|side by side|versus|vs)\b/, 'side by side'],
  [/\b(advance|five weeks?|5 weeks?|first payment|wait(ing)?)\b/, 'universal credit advance first payment weeks'],
  [/\b(mov(e|es|ing)|switch(ing)?|transfer(red)?)\b/, 'moved'],
  [/\b(shortfall|top up the rent)\b/, 'discretionary housing payment not cover'],
  [
    /\b(hostels?|refuge|supported|sheltered|temp(orary)?) ?(accommodation|housing|residents?)?\b/,
    'supported accommodation temporary housing benefit',
  ],
  [/\b(hol(iday)?s?|half[- ]term)\b/, 'holiday'],
  [/\b(uni(versity)?|college|sixth form|students?)\b/, 'full-time education student'],
  [/\bp[1-7]\b/, 'primary school pupils'],
  [/\b(y|yr|year) ?(r|\d{1,2})\b|\breception\b|\bks[1-4]\b/, 'school pupils year'],
  [/\b(fed|feed|eat|meals?)\b/, 'school meals food'],
  [/\b(passport(ed|ing)|unlock(s|ed)?|opens? (up|the door))\b/, 'open door access'],
  [/\b(overlap(s|ping)?|together|at the same time|as well as|on top of|both)\b/, 'together'],
  [/\b(claimed|claim|apply|goes|comes) first\b|\b(which|what) order\b/, 'order to claim in first'],
  [/\b(\d+ ?(%|percent|per cent) off|quarter off|discounts?)\b/, 'discount council tax quarter off'],
  [/\b(he|she|one)('s| is) \d\d\b.{0,40}\b(he|she|other)('s| is) \d\d\b/, 'mixed-age couple'],
  [/\btop[- ]?ups?\b/, 'tops up pension credit'],
  [/\b(figures?|sums?|levels?)\b/, 'rate much'],
  [/\b(tv|television)\b/, 'tv licence'],
  [/\bvouchers?\b/, 'card'],
  [/\bhosp\b/, 'hospital'],
  [/\b(yrs?|yo)\b/, 'years'],
  [
    /\b(refus(ed|al)|turned down|rejected|appeal(ing)?|said no|reconsideration|challenge|overturn)\b/,
    'decision refused review appeal',
  ],
  [
    /\b(redundan(t|cy)|(lost|losing) (my|his|her|their|a|the) job|unemploy(ed|ment)|out of work|laid off|jobless)\b/,
    'universal credit working age',
  ],
  [/\bhrs?\b/, 'hours'],
  [/\b(is|am|are|aged?|i'?m|s?he'?s) (6[7-9]|[7-9]\d)\b/, 'state pension age'],
  [/\b(dentist|dental|glasses|optician)\b/, 'nhs dental treatment glasses'],
]

/** The notes' vocabulary for what a question says, joined by spaces. */
export function saidFor(question: string): string {
  const plain = question.toLowerCase().replace(/[’`]/g, "'")
  return SAID_FOR.flatMap(([pattern, words]) => (pattern.test(plain) ? [words] : [])).join(' ')
}

/** A question in lower case with its expansion. */
export const expanded = (question: string): string => `${question.toLowerCase()} ${saidFor(question)}`

/** Lower-case words, without possessive 's. */
export const split = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/'s\b/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a word carries no topic. */
export const isStopWord = (word: string): boolean => word.length < 2 || STOP_WORDS.has(word.toLowerCase())

/** Significant words, deduplicated. */
export const wordsOf = (text: string): string[] => [...new Set(split(text).filter((word) => !isStopWord(word)))]

/** A word's stem. */
export const termOf = (word: string): string => stemmer(word.toLowerCase())

/** Stems of significant words, deduplicated. */
export const termsOf = (text: string): string[] => [...new Set(wordsOf(text).map(termOf))]
