export interface Figure {
  value: number
  displayName: string
}

/** Formats values between a range's ends as the catalogue formats the ends ("£", " years"). */
export function figureWriter(least: Figure, greatest: Figure): (value: number) => string {
  const low = partsOf(least.displayName)
  const high = partsOf(greatest.displayName)
  const prefix = low.prefix === high.prefix ? low.prefix : ''
  const suffix = low.suffix === high.suffix ? low.suffix : ''
  const minus = least.displayName.includes('-') ? '-' : '−'
  return (value) => {
    if (value === least.value) return least.displayName
    if (value === greatest.value) return greatest.displayName
    return `${value < 0 ? minus : ''}${prefix}${Math.abs(value).toLocaleString('en-GB')}${suffix}`
  }
}

function partsOf(text: string): { prefix: string; suffix: string } {
  const found = /^([^\d]*)[\d,.]*\d?(.*)$/su.exec(text)
  return { prefix: (found?.[1] ?? '').replace(/[-−]/g, ''), suffix: found?.[2] ?? '' }
}
