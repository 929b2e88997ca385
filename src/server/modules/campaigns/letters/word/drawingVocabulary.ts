/** Drawings and themes: pictures, text boxes, plain shapes. */

export const COLOR_CHANGES =
  'a:alpha a:alphaMod a:alphaOff a:hueMod a:hueOff a:satMod a:satOff a:sat a:lum a:lumMod a:lumOff a:tint a:shade a:comp a:inv a:gray a:gamma a:invGamma'

export const DRAWING_GROUPS: Readonly<Record<string, string>> = {
  $color: 'a:srgbClr a:schemeClr a:sysClr a:prstClr a:scrgbClr a:hslClr',
  $colorChanges: COLOR_CHANGES,
  $fill: 'a:noFill a:solidFill a:gradFill a:pattFill a:blipFill a:grpFill',
  $line: '$fill a:prstDash a:round a:bevel a:miter a:headEnd a:tailEnd',
  $shape: 'a:xfrm a:prstGeom a:custGeom $fill a:ln',
  $wrap: 'wp:wrapNone wp:wrapSquare wp:wrapTight wp:wrapThrough wp:wrapTopAndBottom',
}

export const DRAWING_LINES = `
wp:inline @distT @distB @distL @distR : wp:extent wp:effectExtent wp:docPr a:graphic
wp:anchor @distT @distB @distL @distR @simplePos @relativeHeight @behindDoc @locked @layoutInCell @hidden @allowOverlap : wp:simplePos wp:positionH wp:positionV wp:extent wp:effectExtent $wrap wp:docPr a:graphic wp14:sizeRelH wp14:sizeRelV
wp:extent @cx @cy
wp:effectExtent @l @t @r @b
wp:docPr @id @name @hidden
wp:simplePos,wp:start,wp:lineTo @x @y
wp:positionH @relativeFrom : wp:align wp:posOffset wp14:pctPosHOffset
wp:positionV @relativeFrom : wp:align wp:posOffset wp14:pctPosVOffset
wp:align,wp:posOffset,wp14:pctPosHOffset,wp14:pctPosVOffset,wp14:pctWidth,wp14:pctHeight : #text
wp14:sizeRelH @relativeFrom : wp14:pctWidth
wp14:sizeRelV @relativeFrom : wp14:pctHeight
wp:wrapNone
wp:wrapSquare @wrapText @distT @distB @distL @distR : wp:effectExtent
wp:wrapTight,wp:wrapThrough @wrapText @distL @distR : wp:wrapPolygon
wp:wrapTopAndBottom @distT @distB : wp:effectExtent
wp:wrapPolygon @edited : wp:start wp:lineTo
a:graphic : a:graphicData
a:graphicData @uri : pic:pic wps:wsp wpg:wgp

pic:pic : pic:nvPicPr pic:blipFill pic:spPr
pic:nvPicPr : pic:cNvPr pic:cNvPicPr
pic:cNvPr @id @name @hidden
pic:cNvPicPr,a:grayscl
pic:blipFill,a:blipFill @rotWithShape : a:blip a:srcRect a:stretch a:tile
pic:spPr @bwMode : $shape
a:blip @r:embed : a:alphaModFix a:grayscl a:biLevel a:lum a:duotone a:clrChange
a:alphaModFix @amt
a:biLevel @thresh
a:lum @bright @contrast
a:duotone,a:clrFrom,a:clrTo : $color
a:clrChange @useA : a:clrFrom a:clrTo
a:srcRect,a:fillRect @l @t @r @b
a:stretch : a:fillRect
a:tile @tx @ty @sx @sy @flip @algn

wpg:wgp,wpg:grpSp : wpg:cNvPr wpg:cNvGrpSpPr wpg:grpSpPr wps:wsp pic:pic wpg:grpSp
wpg:cNvPr,wps:cNvPr @id @name @hidden
wpg:cNvGrpSpPr,wps:cNvCnPr,a:noAutofit,a:spAutoFit
wpg:grpSpPr @bwMode : a:xfrm $fill
wps:wsp @normalEastAsianFlow : wps:cNvPr wps:cNvSpPr wps:cNvCnPr wps:spPr wps:style wps:txbx wps:linkedTxbx wps:bodyPr
wps:cNvSpPr @txBox
wps:spPr @bwMode : $shape
wps:style : a:lnRef a:fillRef a:effectRef a:fontRef
wps:txbx @id @normalEastAsianFlow : txbxContent
wps:linkedTxbx @id @seq
txbxContent : $blocks
wps:bodyPr @rot @spcFirstLastPara @vertOverflow @horzOverflow @vert @wrap @lIns @tIns @rIns @bIns @numCol @spcCol @rtlCol @fromWordArt @anchor @anchorCtr @forceAA @compatLnSpc @upright : a:prstTxWarp a:noAutofit a:normAutofit a:spAutoFit
a:prstTxWarp @prst : a:avLst
a:normAutofit @fontScale @lnSpcReduction
a:lnRef,a:fillRef,a:effectRef,a:fontRef @idx : $color

a:xfrm @rot @flipH @flipV : a:off a:ext a:chOff a:chExt
a:off,a:chOff,a:pt @x @y
a:ext,a:chExt @cx @cy
a:prstGeom @prst : a:avLst
a:avLst,a:gdLst : a:gd
a:gd @name @fmla
a:custGeom : a:avLst a:gdLst a:rect a:pathLst
a:rect,a:fillToRect,a:tileRect @l @t @r @b
a:pathLst : a:path
a:path @w @h @fill @stroke @extrusionOk @path : a:close a:moveTo a:lnTo a:arcTo a:quadBezTo a:cubicBezTo a:fillToRect
a:close,a:noFill,a:grpFill,a:round,a:bevel
a:moveTo,a:lnTo,a:quadBezTo,a:cubicBezTo : a:pt
a:arcTo @wR @hR @stAng @swAng
a:solidFill,a:fgClr,a:bgClr : $color
a:gradFill @flip @rotWithShape : a:gsLst a:lin a:path a:tileRect
a:gsLst : a:gs
a:gs @pos : $color
a:lin @ang @scaled
a:pattFill @prst : a:fgClr a:bgClr
a:ln @w @cap @cmpd @algn : $line
a:prstDash @val
a:miter @lim
a:headEnd,a:tailEnd @type @w @len
a:srgbClr,a:schemeClr,a:prstClr @val : $colorChanges
a:sysClr @val @lastClr : $colorChanges
a:scrgbClr @r @g @b : $colorChanges
a:hslClr @hue @sat @lum : $colorChanges

a:theme @name : a:themeElements
a:themeElements : a:clrScheme a:fontScheme a:fmtScheme
a:clrScheme @name : a:dk1 a:lt1 a:dk2 a:lt2 a:accent1 a:accent2 a:accent3 a:accent4 a:accent5 a:accent6 a:hlink a:folHlink
a:dk1,a:lt1,a:dk2,a:lt2,a:accent1,a:accent2,a:accent3,a:accent4,a:accent5,a:accent6,a:hlink,a:folHlink : $color
a:fontScheme @name : a:majorFont a:minorFont
a:majorFont,a:minorFont : a:latin a:ea a:cs a:font
a:latin,a:ea,a:cs @typeface @panose @pitchFamily @charset
a:font @script @typeface
a:fmtScheme @name : a:fillStyleLst a:lnStyleLst a:effectStyleLst a:bgFillStyleLst
a:fillStyleLst,a:bgFillStyleLst : $fill
a:lnStyleLst : a:ln
a:effectStyleLst : a:effectStyle
a:effectStyle : a:effectLst
a:effectLst
`
