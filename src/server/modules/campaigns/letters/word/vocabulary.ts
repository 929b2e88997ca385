/**
 * What a letter may hold. Lines read `name,name @attributes : children`. Names without a prefix are WordprocessingML's;
 * `$name` is a group, `#text` text.
 */

import { COLOR_CHANGES, DRAWING_GROUPS, DRAWING_LINES } from './drawingVocabulary'
import { AS_PICTURE, EMBEDDED } from './refusal'

export interface Rule {
  readonly attributes: ReadonlySet<string>
  readonly children: ReadonlySet<string>
}

const GROUPS: Readonly<Record<string, string>> = {
  ...DRAWING_GROUPS,
  $blocks: 'p tbl',
  $rPr: 'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u bdr shd fitText vertAlign rtl cs em lang eastAsianLayout',
  $pPr: 'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl',
  $tblPr:
    'tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook',
  $trPr: 'cnfStyle gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader tblCellSpacing jc hidden',
  $tcPr: 'cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark',
  $edges: 'top left start bottom right end insideH insideV tl2br tr2bl between bar',
  $notePr: 'pos numFmt numStart numRestart',
}

const border = '@val @sz @space @color @themeColor @themeTint @themeShade @shadow @frame'
const width = '@w @type'

const LINES = `
document : body
body : $blocks sectPr
hdr,ftr : $blocks
footnotes : footnote
endnotes : endnote
footnote,endnote @type @id : $blocks

p : pPr r
pPr : $pPr cnfStyle rPr sectPr
rPr : $rPr
r : rPr t tab br cr sym noBreakHyphen softHyphen ptab drawing footnoteReference endnoteReference footnoteRef endnoteRef separator continuationSeparator fldChar instrText
t,instrText @xml:space : #text
fldChar @fldCharType
br @type @clear
cr,noBreakHyphen,softHyphen,footnoteRef,endnoteRef,separator,continuationSeparator
sym @font @char
ptab @alignment @relativeTo @leader
footnoteReference,endnoteReference @id @customMarkFollows

rFonts @ascii @hAnsi @eastAsia @cs @hint @asciiTheme @hAnsiTheme @eastAsiaTheme @cstheme
color @val @themeColor @themeTint @themeShade
u @val @color @themeColor @themeTint @themeShade
bdr ${border}
shd @val @color @fill @themeColor @themeTint @themeShade @themeFill @themeFillTint @themeFillShade
lang @val @eastAsia @bidi
fitText @val @id
eastAsianLayout @id @combine @combineBrackets @vert @vertCompress
spacing @val @before @after @beforeLines @afterLines @beforeAutospacing @afterAutospacing @line @lineRule
ind @left @right @start @end @hanging @firstLine @leftChars @rightChars @startChars @endChars @hangingChars @firstLineChars
framePr @dropCap @lines @w @h @vSpace @hSpace @wrap @hAnchor @vAnchor @x @xAlign @y @yAlign @hRule @anchorLock
numPr : ilvl numId
pBdr : $edges
tabs : tab
tab @val @leader @pos
cnfStyle @val @firstRow @lastRow @firstColumn @lastColumn @oddVBand @evenVBand @oddHBand @evenHBand @firstRowFirstColumn @firstRowLastColumn @lastRowFirstColumn @lastRowLastColumn

tbl : tblPr tblGrid tr
tblPr,tblPrEx : $tblPr
tblGrid : gridCol
gridCol @w
tr : tblPrEx trPr tc
trPr : $trPr
tc : tcPr $blocks
tcPr : $tcPr
tblpPr @leftFromText @rightFromText @topFromText @bottomFromText @vertAnchor @horzAnchor @tblpXSpec @tblpX @tblpYSpec @tblpY
tblW,tblCellSpacing,tblInd,wBefore,wAfter,tcW ${width}
trHeight @val @hRule
tblLayout @type
tblLook @val @firstRow @lastRow @firstColumn @lastColumn @noHBand @noVBand
tblBorders,tcBorders,tblCellMar,tcMar : $edges
top,left,start,bottom,right,end ${border} ${width}
insideH,insideV,tl2br,tr2bl,between,bar ${border}

sectPr : headerReference footerReference footnotePr endnotePr type pgSz pgMar pgBorders lnNumType pgNumType cols vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid
headerReference,footerReference @type @r:id
footnotePr,endnotePr : $notePr
pgSz @w @h @orient @code
pgMar @top @right @bottom @left @header @footer @gutter
pgBorders @zOrder @display @offsetFrom : top left bottom right
lnNumType @countBy @start @distance @restart
pgNumType @fmt @start @chapStyle @chapSep
cols @equalWidth @space @num @sep : col
col @w @space
docGrid @type @linePitch @charSpace

styles : docDefaults style
docDefaults : rPrDefault pPrDefault
rPrDefault : rPr
pPrDefault : pPr
style @type @styleId @default @customStyle : name aliases basedOn next link uiPriority semiHidden unhideWhenUsed qFormat pPr rPr tblPr trPr tcPr tblStylePr
tblStylePr @type : pPr rPr tblPr trPr tcPr

numbering : abstractNum num
abstractNum @abstractNumId : nsid multiLevelType tmpl name styleLink numStyleLink lvl
lvl @ilvl @tplc @tentative : start numFmt lvlRestart pStyle isLgl suff lvlText lvlJc pPr rPr legacy
lvlText @val @null
numFmt @val @format
legacy @legacy @legacySpace @legacyIndent
num @numId : abstractNumId lvlOverride
lvlOverride @ilvl : startOverride lvl

settings : mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps evenAndOddHeaders bookFoldPrinting characterSpacingControl noLineBreaksAfter noLineBreaksBefore compat themeFontLang clrSchemeMapping decimalSymbol listSeparator
compat : compatSetting ulTrailSpace doNotExpandShiftReturn doNotUseHTMLParagraphAutoSpacing noTabHangInd splitPgBreakAndParaMark doNotBreakWrappedTables doNotVertAlignCellWithSp useWord97LineBreakRules noColumnBalance noExtraLineSpacing suppressTopSpacing suppressSpBfAfterPgBrk
compatSetting @name @uri @val
themeFontLang @val @eastAsia @bidi
clrSchemeMapping @bg1 @t1 @bg2 @t2 @accent1 @accent2 @accent3 @accent4 @accent5 @accent6 @hyperlink @followedHyperlink

fonts : font
font @name : altName panose1 charset family notTrueType pitch
charset @val @characterSet

drawing : wp:inline wp:anchor
`

/** Properties with one value, such as `w:jc`. */
const WITH_VALUE = `
pStyle rStyle tblStyle b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint snapToGrid vanish
webHidden w kern position sz szCs highlight vertAlign rtl cs em keepNext keepLines pageBreakBefore widowControl ilvl
numId suppressLineNumbers suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi
adjustRightInd contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap
outlineLvl tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize gridBefore gridAfter cantSplit tblHeader
hidden gridSpan hMerge vMerge noWrap tcFitText vAlign hideMark pos numStart numRestart type noEndnote titlePg rtlGutter
name aliases basedOn next link uiPriority semiHidden unhideWhenUsed qFormat nsid multiLevelType tmpl styleLink
numStyleLink start lvlRestart isLgl suff lvlJc abstractNumId startOverride mirrorMargins alignBordersAndEdges
bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop defaultTabStop autoHyphenation consecutiveHyphenLimit
hyphenationZone doNotHyphenateCaps evenAndOddHeaders bookFoldPrinting characterSpacingControl noLineBreaksAfter
noLineBreaksBefore decimalSymbol listSeparator ulTrailSpace doNotExpandShiftReturn doNotUseHTMLParagraphAutoSpacing
noTabHangInd splitPgBreakAndParaMark doNotBreakWrappedTables doNotVertAlignCellWithSp useWord97LineBreakRules
noColumnBalance noExtraLineSpacing suppressTopSpacing suppressSpBfAfterPgBrk altName panose1 family notTrueType pitch
${COLOR_CHANGES}
`

const words = (text: string) => text.split(/\s+/).filter(Boolean)
const inWord = (name: string) => (name.includes(':') ? name : `w:${name}`)
const ofGroup = (name: string): string[] => {
  const group = GROUPS[name]
  return group === undefined ? [name.startsWith('#') ? name : inWord(name)] : words(group).flatMap(ofGroup)
}

function grammar(): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>()
  const add = (written: string, attributes: readonly string[], children: readonly string[]) => {
    const name = inWord(written)
    // WordprocessingML's attributes have its namespace, DrawingML's none.
    const isWord = name.startsWith('w:')
    const known = rules.get(name)
    rules.set(name, {
      attributes: new Set([
        ...(known?.attributes ?? []),
        ...attributes.map((attribute) => (isWord ? inWord(attribute) : attribute)),
      ]),
      children: new Set([...(known?.children ?? []), ...children.flatMap(ofGroup)]),
    })
  }
  for (const line of `${LINES}\n${DRAWING_LINES}`.split('\n').filter(Boolean)) {
    const [head = '', children = ''] = line.split(' : ')
    const [names = '', ...attributes] = words(head)
    const plain = attributes.map((attribute) => attribute.slice(1))
    for (const name of names.split(',')) add(name, plain, words(children))
  }
  for (const name of words(WITH_VALUE)) add(name, ['val'], [])
  return rules
}

export const VOCABULARY = grammar()

export const WRAPPERS: ReadonlySet<string> = new Set(
  words('sdt sdtContent smartTag customXml hyperlink dir bdo fldSimple').map(inWord),
)

/** Dropped with their content: not printed, or present in another form. */
export const LEFT_OUT: ReadonlySet<string> = new Set(
  words(
    'sdtPr sdtEndPr smartTagPr customXmlPr numPicBullet latentStyles background rPrChange pPrChange sectPrChange tblPrChange tblPrExChange trPrChange tcPrChange tblGridChange numberingChange a:extLst wps:extLst pic:extLst wpg:extLst a:hlinkClick a:hlinkHover wp:cNvGraphicFramePr a:effectDag a:scene3d a:sp3d',
  ).map(inWord),
)

const TRACKED =
  'The document has tracked changes. Accept or reject them all in Word (Review, Accept) and upload it again.'
const OLD_SHAPE =
  'The document has a watermark, or a picture, a line or a text box of an older kind of Word. Remove the watermark (Design, Watermark); choose File, Info, Convert, or insert the picture, line or text box again. Then upload the document again.'

export const REFUSED: ReadonlyMap<string, string> = new Map([
  ...words(
    'ins del moveFrom moveTo cellIns cellDel cellMerge delText delInstrText customXmlInsRangeStart customXmlDelRangeStart',
  ).map((name) => [`w:${name}`, TRACKED] as const),
  ...words('object control altChunk subDoc movie').map((name) => [`w:${name}`, EMBEDDED] as const),
  ['w:pict', OLD_SHAPE],
  ['w:contentPart', `The document has handwriting (ink). ${AS_PICTURE}`],
  ['m:oMath', `The document has an equation. ${AS_PICTURE}`],
  ['m:oMathPara', `The document has an equation. ${AS_PICTURE}`],
  ['w:ruby', 'The document has text with a phonetic guide. Remove the guide in Word and upload it again.'],
])

/** Tracked changes read as accepted, so that their faults are found. */
export const INSERTED: ReadonlySet<string> = new Set(words('ins moveTo').map(inWord))

/** Content containing one is refused, not dropped. */
export const PRINTED: ReadonlySet<string> = new Set(
  words('w:t w:sym w:drawing a:t a:blip m:t v:shape v:rect v:imagedata o:OLEObject'),
)

/** Short, and no network or file address. */
export const isPlainValue = (value: string) => value.length <= 255 && !value.includes('//') && !value.includes('\\')

export const HIGHEST: Readonly<Record<string, number>> = {
  'w:gridSpan w:val': 63,
  'w:gridBefore w:val': 63,
  'w:gridAfter w:val': 63,
  'w:cols w:num': 45,
  'w:ilvl w:val': 8,
  'w:sz w:val': 3276,
  'w:szCs w:val': 3276,
  'wps:bodyPr numCol': 16,
}
