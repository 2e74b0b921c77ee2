/** Creates elements. Text is inserted as text: nothing here parses HTML, so there is nothing to escape. */

type Attributes = Readonly<Record<string, string>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  children: readonly (Node | string)[] = [],
  attributes: Attributes = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const namespace = 'http://www.w3.org/2000/svg';

export function shape(name: string, attributes: Attributes, children: readonly Node[] = []): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Creates a button with its press handler. */
export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', '', [label], { type: 'button', ...attributes });
  made.addEventListener('click', press);
  return made;
}
