/** Creates elements. Text is inserted as text: nothing in the widget ever parses HTML, so there is nothing to escape. */

type Attributes = Readonly<Record<string, string>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Creates a button with a name for those who can't see its icon. */
export function iconButton(className: string, label: string, icon: Icon): HTMLButtonElement {
  return element('button', className, { type: 'button', 'aria-label': label, title: label }, [
    drawIcon(icon),
  ]);
}

export function textButton(text: string, act: () => void): HTMLButtonElement {
  const made = element('button', 'link', { type: 'button' }, [text]);
  made.addEventListener('click', act);
  return made;
}

const icons = {
  chat: 'M12 4c5 0 8.5 3 8.5 7s-3.5 7-8.5 7h-2l-5 3 1-5c-1.5-1.5-2.5-3-2.5-5 0-4 3.5-7 8.5-7Z',
  down: 'm5 9 7 7 7-7',
  close: 'M6 6l12 12M18 6 6 18',
  send: 'M12 19V5M6 11l6-6 6 6',
  sent: 'm5 12.5 4.5 4.5L19 7.5',
  read: 'm2 12.5 4.5 4.5L15 7.5M12 16.5l.5.5L22 7.5',
  failed: 'M12 7.5v5.5m0 3.3v.2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
} as const;
export type Icon = keyof typeof icons;

const svg = 'http://www.w3.org/2000/svg';

export function drawIcon(icon: Icon): SVGSVGElement {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  picture.setAttribute('class', `icon ${icon}`);
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', icons[icon]);
  picture.append(path);
  return picture;
}

/** Changes an element's text only when it differs, because a screen reader announces any text that is set again. */
export function setText(target: Node, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Arranges `children` in `parent` in this order, moving and removing as few as possible. */
export function arrange(parent: Element, children: readonly Element[]): void {
  const kept = new Set<Element>(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const child of children) {
    if (child === at) at = at.nextElementSibling;
    else parent.insertBefore(child, at);
  }
}
