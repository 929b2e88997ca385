/**
 * Changes an element's text in place: a new text node in each frame would cost more. Other children, such as a browser's
 * translation puts there, are replaced.
 */
export function setText(element: Element | null, text: string): void {
  const node = element?.firstChild
  if (node instanceof Text) {
    if (node.data !== text) node.data = text
  } else element?.replaceChildren(text)
}
