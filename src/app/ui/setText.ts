/** Changes the text of an element without other children, in place: a new text node in each frame would cost more. */
export function setText(element: Element | null, text: string): void {
  const node = element?.firstChild
  if (node instanceof Text) {
    if (node.data !== text) node.data = text
  } else element?.append(text)
}
