/** Changes an element's text in place, without a new node per frame. */
export function setText(element: Element | null, text: string): void {
  const node = element?.firstChild
  if (node instanceof Text) {
    if (node.data !== text) node.data = text
  } else element?.replaceChildren(text)
}
