// The policy of the server forbids styles that a script writes into the page. xterm writes some: here they become sheets and
// properties set by name, which the policy allows. To be called before it draws.
let isDone = false

export const constructStyles = (): void => {
  if (isDone) return
  isDone = true
  const create = document.createElement.bind(document) as (
    name: string,
    options?: ElementCreationOptions,
  ) => HTMLElement
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    if (name === 'style') return sheetElement(create)
    const made = create(name, options)
    if (name === 'span') made.setAttribute = attributeOf(made)
    return made
  }) as typeof document.createElement
}

/** Looks like a style element to whoever only gives it its text and takes it away. */
const sheetElement = (create: (name: string) => HTMLElement): HTMLElement => {
  const sheet = new CSSStyleSheet()
  const element = create('span')
  element.hidden = true
  document.adoptedStyleSheets.push(sheet)
  Object.defineProperty(element, 'textContent', { set: (text: string) => sheet.replaceSync(text) })
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    Element.prototype.remove.call(element)
  }
  return element
}

const attributeOf =
  (element: HTMLElement): HTMLElement['setAttribute'] =>
  (name, value) => {
    if (name === 'style') element.style.cssText = value
    else Element.prototype.setAttribute.call(element, name, value)
  }
