/** What subset-font does not declare itself: https://github.com/papandreou/subset-font. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** The characters to keep. */
    text: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, { min: number; max: number }> },
  ): Promise<Buffer>
}
