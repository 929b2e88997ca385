import { stemmer } from 'stemmer'

const STOP_WORDS = new Set(
  `a about after again all also am an and any anyone are as at be because been before being both but by can cannot
  could did do does doing don done each either else ever for from further get gets getting give given go going got had
  has have having he her here hers him his how i if in into is it its itself just know let like make many may me mean
  might more most must my need no nor not now of off on once one only or other our out over own please really s
  same shall she should so some somebody someone something still such t take tell than thank that the their them then
  there these they thing this those through to too under until up us use very want was way we were what when where
  whether which while who whom whose why will with would yes yet you your ll re ve d m
  anything available aged small bit lot lots hi hello ok okay please thanks anymore cant couldnt didnt doesnt dont hasnt havent herself himself hes shes hows id im isnt ive myself themselves
  theres things mo moment currently nowadays atm presently today stop stops stopped stopping few happen happens hit ur wasnt whats whos wont wouldnt yourself per
  a'i ac beth pa mor am ar at beth bod cael chi dan dros dw ei eich eu ga gael gallu gan gyda gyfer hi i'r mae maen modd mewn neu
  nhw ddim pobl bobl pryd ble lle pam rwyf fy iddo iddi hefyd dal alla allaf alle fedra o oes os roi rwy rydw rhoi sydd sy tra un wedi wrth y ydi ydw ydy yn yng yw yr`.split(
    /\s+/,
  ),
)

/** Lower-case words, without possessive 's; "25s" is 25. */
export const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/'s\b/g, '')
    .replace(/(\d)s\b/g, '$1')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a word carries no topic. */
export const isStopWord = (word: string): boolean => word.length < 2 || STOP_WORDS.has(word.toLowerCase())

/** A word's stem. */
export const stemWord = (word: string): string => stemmer(word.toLowerCase())

/** Stems of significant words, deduplicated. */
export const stemWords = (text: string): string[] => [
  ...new Set(
    splitWords(text)
      .filter((word) => !isStopWord(word))
      .map(stemWord),
  ),
]
