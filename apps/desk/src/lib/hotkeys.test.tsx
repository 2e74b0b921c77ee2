import { afterEach, expect, it } from 'vitest';
import { hotkeyOf } from './hotkeys.ts';

afterEach(() => {
  document.body.replaceChildren();
});

function pressed(
  key: string,
  options: KeyboardEventInit = {},
  tag = 'div',
  parent: Element = document.body,
): string | null {
  const element = document.createElement(tag);
  parent.append(element);
  let name: string | null = null;
  window.addEventListener(
    'keydown',
    (event) => {
      name = hotkeyOf(event);
    },
    { once: true },
  );
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }));
  return name;
}

it.each<[string, KeyboardEventInit, string]>([
  ['?', { shiftKey: true }, '?'],
  ['/', {}, '/'],
  ['k', { ctrlKey: true }, 'Ctrl+K'],
  ['k', { metaKey: true }, 'Ctrl+K'],
  ['ArrowDown', { altKey: true }, 'Alt+ArrowDown'],
])('%s with %j is %s', (key, options, name) => {
  expect(pressed(key, options)).toBe(name);
});

it('leaves printable keys to the focused text field', () => {
  expect(pressed('?', {}, 'textarea')).toBeNull();
  expect(pressed('/', {}, 'input')).toBeNull();
  expect(pressed('ArrowUp', { altKey: true }, 'textarea')).toBe('Alt+ArrowUp');
});

it('ignores keys pressed in a dialog', () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  expect(pressed('ArrowDown', { altKey: true }, 'button', dialog)).toBeNull();
  expect(pressed('ArrowDown', { altKey: true }, 'button')).toBe('Alt+ArrowDown');
  dialog.style.display = 'none';
  expect(pressed('ArrowDown', { altKey: true }, 'button', dialog)).toBe('Alt+ArrowDown');
});

it('ignores letters pressed in a menu, e.g. to find an entry', () => {
  const menu = document.createElement('ul');
  menu.setAttribute('role', 'menu');
  document.body.append(menu);
  expect(pressed('e', {}, 'li', menu)).toBeNull();
});

it('acts once on a letter, however long it is held', () => {
  expect(pressed('e', { repeat: true })).toBeNull();
  expect(pressed('ArrowDown', { altKey: true, repeat: true })).toBe('Alt+ArrowDown');
});

it('leaves keys to an open input method', () => {
  expect(pressed('/', { isComposing: true })).toBeNull();
});
