/** Streamed: only objects' offsets stay in memory. */
import { PDFNumber, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib'

export interface PdfFile {
  reserveNumber(): number
  writeObject(number: number, bytes: Uint8Array): void
  takeBytes(): Buffer
  /** @param catalogue the object that readers begin with */
  writeEnd(catalogue: number): void
}

/** Begins a file, with its header. */
export function createPdfFile(): PdfFile {
  const offsets: number[] = [0]
  let pieces: Uint8Array[] = []
  let length = 0
  const write = (bytes: Uint8Array) => {
    pieces.push(bytes)
    length += bytes.length
  }
  // Bytes above 127 mark the file as binary (ISO 32000, 7.5.2).
  write(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
  return {
    reserveNumber: () => offsets.push(0) - 1,
    writeObject(number, bytes) {
      offsets[number] = length
      write(Buffer.from(`${number} 0 obj\n`))
      write(bytes)
      write(Buffer.from('\nendobj\n'))
    },
    takeBytes() {
      const whole = Buffer.concat(pieces)
      pieces = []
      return whole
    },
    writeEnd(catalogue) {
      const start = length
      const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`
      write(Buffer.from(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${offsets.slice(1).map(entry).join('')}`))
      write(Buffer.from(`trailer\n<< /Size ${offsets.length} /Root ${catalogue} 0 R >>\nstartxref\n${start}\n%%EOF\n`))
    },
  }
}

/** An object of pdf-lib as the bytes of a file. */
export function serialiseObject(object: PDFObject): Uint8Array {
  if (object instanceof PDFRawStream) object.dict.set(PDFName.of('Length'), PDFNumber.of(object.contents.length))
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}
