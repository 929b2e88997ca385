/** Tracks the open fields of a text: Word spreads one over any number of runs. */
import { writtenInstruction } from './fields'
import { refused, tooMuch } from './refusal'
import { element, type XmlNode } from './xml'

interface Field {
  phase: 'instruction' | 'result'
  instruction: string
  written: string | undefined
  hasResult: boolean
}

const DEPTH_LIMIT = 20

const BROKEN =
  'The document has a field that is not complete. Select all of it in Word, press Ctrl+Shift+F9 to turn its fields into text, and upload it again.'

const sign = (type: string) => element('w:fldChar', { 'w:fldCharType': type })
const END = sign('end')

/** A run's text. */
export const textElement = (text: string) => element('w:t', { 'xml:space': 'preserve' }, [text])

const begin = (instruction: string) => [
  sign('begin'),
  element('w:instrText', { 'xml:space': 'preserve' }, [instruction]),
  sign('separate'),
]

/** A whole field; its `1` is replaced at layout. */
export const wholeField = (instruction: string): XmlNode[] => [...begin(instruction), textElement('1'), END]

export interface FieldState {
  /** @throws Fault 422 for a field that no letter can have. */
  sign(type: string | undefined): XmlNode[]
  addInstruction(text: string): boolean
  content(nodes: XmlNode[]): XmlNode[]
  isOpen(): boolean
  end(): void
}

/** The fields of one text. */
export function createFieldState(): FieldState {
  const fields: Field[] = []
  // Instructions, and results to be computed later, are not written.
  const isShown = (open: readonly Field[]) =>
    open.every(({ phase, written }) => phase === 'result' && written === undefined)

  function separate(field: Field): XmlNode[] {
    field.phase = 'result'
    field.written = writtenInstruction(field.instruction)
    return field.written === undefined ? [] : begin(field.written)
  }

  return {
    sign(type) {
      if (type === 'begin') {
        if (fields.length >= DEPTH_LIMIT) throw tooMuch()
        fields.push({ phase: 'instruction', instruction: '', written: undefined, hasResult: false })
        return []
      }
      const field = fields.at(-1)
      if (!field || (type !== 'separate' && type !== 'end') || (type === 'separate' && field.phase === 'result'))
        throw refused(BROKEN)
      const nodes = field.phase === 'instruction' ? separate(field) : []
      if (type === 'end') {
        fields.pop()
        if (field.written !== undefined) nodes.push(...(field.hasResult ? [] : [textElement('1')]), END)
      }
      const outer = type === 'end' ? fields : fields.slice(0, -1)
      return isShown(outer) ? nodes : []
    },
    addInstruction(text) {
      // A nested field adds its result to the instruction, not its own instruction.
      const reading = fields.findLast(({ phase }) => phase === 'instruction')
      if (reading) reading.instruction += text
      return reading !== undefined
    },
    content(nodes) {
      if (isShown(fields)) return nodes
      const field = fields.at(-1)
      const isText = nodes.some((node) => typeof node === 'object' && node.name === 'w:t')
      if (
        !field ||
        field.phase === 'instruction' ||
        field.written === undefined ||
        field.hasResult ||
        !isText ||
        !isShown(fields.slice(0, -1))
      )
        return []
      field.hasResult = true
      return [textElement('1')]
    },
    isOpen: () => isShown(fields),
    end() {
      if (fields.length > 0) throw refused(BROKEN)
    },
  }
}
