import { stemmer } from 'stemmer'
import { listMutations } from './mutations'

/** Carry no topic. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anyone are as at be because been before being both but by can cannot
  could did do does doing don done each either else ever for from further get gets getting give given go going got had
  has have having he her here hers him his how i if in into is it its itself just know let like make many may me mean
  might more most must my need no nor not now of off on once one only or other our out over own please really s
  same shall she should so some somebody someone something still such t take tell than thank that the their them then
  there these they thing this those through to too under until up us use very want was way we were what when where
  whether which while who whom whose why will with would yes yet you your ll re ve d m
  pls plz even
  anything available aged small bit lot lots hi hello ok okay please thanks anymore cant couldnt didnt doesnt dont hasnt havent herself himself hes shes hows id im isnt ive myself themselves
  theres things mo moment currently nowadays atm presently today stop stops stopped stopping few happen happens hit ur wasnt whats whos wont wouldnt yourself per youre theyre
  a'i ac beth pa mor am ar at beth bod cael chi dan dros dw ei eich eu ga gael gallu gan gyda gyfer hi i'r mae maen modd mewn neu
  gall all gellir sawl
  nhw ddim pobl bobl o ba i'w yw'r ydych ydyn nhw'n nad na ni eisiau angen sy sy'n cyfer gennyf mi hynny hwn hon rhaid ei'n hun ar'r ym ble lle pam rwyf fy iddo iddi hefyd dal alla allaf alle fedra o oes os roi rwy rydw rhoi sydd sy tra un wedi wrth y ydi ydw ydy yn yng yw yr`.split(
    /\s+/,
  ),
)

/** Keeps case, drops possessive 's; "25s" is 25. */
export const splitCased = (text: string): string[] =>
  text
    .replace(/[’`]/g, "'")
    .replace(/'s\b/gi, '')
    .replace(/(\d)s\b/gi, '$1')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The same in small letters. */
export const splitWords = (text: string): string[] => splitCased(text).map((word) => word.toLowerCase())

/** Whether a word carries no topic. */
export const isStopWord = (word: string): boolean => word.length < 2 || STOP_WORDS.has(word.toLowerCase())

const WELSH_FILLERS = `wythnos mis blwyddyn blynedd effeithio stopio colli dechrau mynd rhif gwybodaeth gyfer sut pwy faint pobl angen llai mwy
  pawb rhaid cael beth pryd ydy ellir gallaf gallai allwch allech medru dod ben digwydd person personau rhywun unrhyw derbyn swm gwerth
  newydd ynghylch arian cymorth help mam tad nain taid cleient preswylydd teulu gwybod penderfyniad erbyn ateb gofyn dweud
  budd-daliadau budd-dal taliad taliadau ceisio yma yno yna blaen ymlaen cyntaf ail llawn bod gwneud galw meddwl dylwn dylai dylen byddaf
  bydd bydda byddai bydden roedd maent maen' rydym rydyn ydyn oedd dydy does nid hefyd ond pan rhwng heb trwy drwy cyn lan lawr
  newid newidiadau gostwng codi parhau cadw rheol rheolau hawl hawliau yntau hithau nawr rwan af aiff aeth
  pob gaiff caiff methu dibynnu budd dal amser gellir hir cyhyd mlwydd mab merch chwaer brawd ewythr modryb wyres nai nith rhieni rhiant`

const ENGLISH_FILLERS = `long new help money rule year old month week day time people person claimant customer client resident pensioner family household
  longer parent parents nephew niece cousin relative relation stepson stepdaughter
  gentleman widow widower towards enter social service bar exclude disqualify prevent gather collect mum mam dad mother father gran granny nan nana grandad grandma grandfather grandmother aunt uncle neighbour sister brother lady man woman
  husband wife partner friend lad girl boy anybody everybody everyone nobody officer council
  two three four five six seven eight nine ten both first second next last whole full total enough exactly roughly about
  long far soon quick fast early late often usual normal general main common actual real right wrong true correct
  come goes went gone going put take taken took made look looking see seen find found say says said ask asks asked tell told
  think thought understand explain mean means know happen happened matter need needs needed want wants wanted wish try trying
  use used using user keep keeps kept hold holds stay stays continue carry run set turn turns turned start started begin began
  change changes changed changing affect impact count counts cover covers include includes count
  able allow allowed possible worth way ways sort kind type case question answer information info details advice advise
  rule rules regulation law benefit benefits payment payments paid pay pays payable entitled entitlement claim claims claimed
  good bad best better big low high little much many several few extra other another different same equal similar
  open close available current present recent yet ever never always sometimes maybe perhaps probably
  living lives live lived stop stopped ended end cut down up off out back away together instead without within during since until til till
  everything nothing kids kid wot hows whats whens wheres quick question um please hiya morning
  british britain uk government dwp department public nation country area borough town city local here there
  suggest recommend wonder wondering worried confused check sure point step equivalent version called name
  limit maximum threshold ceiling cap number trigger triggered thousand pound pounds letter winter summer christmas born birthday swap switch move moved moving hits class short automatic automatically gas loss post actual own matter discount
  increase increased rise raise raised depend depends exist fill filling form doc
  quickly slowly level outdoors indoors save saves wiped wipe drop drops dropped fresh worked put puts window box around compare compared min max
  maximum minimum outside inside cost costs costing twice once already percent percentage fall falls grow arrange arranged sorted deal dealt handle hear heard
  read show shown offer offered provide provided trouble difficult hard easy simple simply properly legally officially legal official technically
  approximately overall older oldest youngest assistance assist scheme programme system figure figures sum total final date dates period length
  type types example reason reasons purpose difference diferent between problem issue concern situation case cases add adds extra anyway exactly
  particular specific relevant basic standard apply applies applying qualify qualifies
  left free value unable receive received receiving deadline support versus vs regardless send sends sent pack grand wait waiting waits funds funded funding double bring brings brought`

/** Every word that a passage need not have, as it is written. */
export const FILLER_WORDS: readonly string[] = [
  ...ENGLISH_FILLERS.split(/\s+/),
  ...WELSH_FILLERS.split(/\s+/).flatMap(listMutations),
]
const FILLERS = new Set(FILLER_WORDS.map(stemWord))

const WELSH_WORDS = new Set(
  `a'i ac beth pwy sut faint pryd ble lle pam pa oes ydy ydw ydi yw yr yn yng ym mae maen bod cael chi dan dros dw ei eich eu ga gael gallu
  gan gyda gyfer i'r neu nhw ddim rwyf fy oedd alla allaf allwch allai ellir gallaf gellir hawlio gwneud cais mewn ar gyda wedi
  cymru lwfans credyd budd dal prydau ysgol am ddim oed mwy llai`.split(/\s+/),
)

/** Whether a question is in Welsh. */
export function isWelsh(question: string): boolean {
  const words = splitWords(question)
  return words.filter((word) => WELSH_WORDS.has(word)).length >= Math.max(2, words.length / 3)
}

/** Whether an answer need not have the word. */
export const isFiller = (word: string): boolean => FILLERS.has(stemWord(word))

/** A word's stem. */
export function stemWord(word: string): string {
  const stem = stemmer(word.toLowerCase())
  // Short Welsh words would be left with one letter: "oed".
  return stem.length > 1 ? stem : word.toLowerCase()
}

/** Significant words only, deduplicated. */
export const stemWords = (text: string): string[] => [
  ...new Set(
    splitWords(text)
      .filter((word) => !isStopWord(word))
      .map(stemWord),
  ),
]
