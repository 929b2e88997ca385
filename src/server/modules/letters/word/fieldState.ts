/** The fields of a text while its runs are read: Word writes them as signs in the text, over any number of runs. */
import { writtenInstruction } from './fields'
import { refused, tooMuch } from './refusal'
import { element, type XmlNode } from './xml'

/** A field that is open: its instruction is read first, then its result. */
interface Field {
  phase: 'instruction' | 'result'
  instruction: string
  /** What is written of it; undefined when its result stands as text. */
  written: string | undefined
  hasResult: boolean
}

/** Fields in fields. */
const DEPTH_LIMIT = 20

const BROKEN =
  'The document has a field that is not complete. Select all of it in Word, press Ctrl+Shift+F9 to turn its fields into text, and upload it again.'

const sign = (type: string) => element('w:fldChar', { 'w:fldCharType': type })
const END = sign('end')

/** Text as it is printed. */
export const textElement = (text: string) => element('w:t', { 'xml:space': 'preserve' }, [text])

const begin = (instruction: string) => [
  sign('begin'),
  element('w:instrText', { 'xml:space': 'preserve' }, [instruction]),
  sign('separate'),
]

/** A whole field, with something in the place of the result that is worked out when the letter is made. */
export const wholeField = (instruction: string): XmlNode[] => [...begin(instruction), textElement('1'), END]

/** The fields that are open at a place in a text. */
export interface FieldState {
  /** What is written for a sign of a field. @throws Fault 422 for a field that no letter can have. */
  sign(type: string | undefined): XmlNode[]
  /** Adds to the instruction that is being read. @returns whether there is one. */
  addInstruction(text: string): boolean
  /** What is written of nodes that stand here. */
  content(nodes: XmlNode[]): XmlNode[]
  /** Whether what stands here is written as it is. */
  isOpen(): boolean
  /** @throws Fault 422 when the text ends in a field. */
  end(): void
}

/** The fields of one text, in the order of its runs. */
export function createFieldState(): FieldState {
  const fields: Field[] = []
  // What belongs to an instruction, or to a result that is worked out later, is not written.
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
      // The result of a field in an instruction is part of it; what that field itself says is not.
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
      // In the run of its result, which says how it looks.
      field.hasResult = true
      return [textElement('1')]
    },
    isOpen: () => isShown(fields),
    end() {
      if (fields.length > 0) throw refused(BROKEN)
    },
  }
}
