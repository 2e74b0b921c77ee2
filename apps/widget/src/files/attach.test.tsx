/** Runs with the elements of a page. */
import { afterEach, expect, test, vi } from 'vitest';
import { createAttach } from './attach.ts';

let panel: HTMLElement;
afterEach(() => panel.remove());

function createPanel() {
  panel = document.createElement('div');
  const foot = document.createElement('div');
  foot.innerHTML = '<div class="composer"><textarea></textarea></div>';
  panel.append(foot);
  document.body.append(panel);
  const attach = vi.fn<(files: readonly File[]) => void>();
  createAttach(foot, { attach: 'Attach' }, attach);
  /** Returns whether the browser's default handling of a drag is prevented. */
  const drag = (type: string, types: string[], files: File[] = []) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { types, files }, relatedTarget: null });
    foot.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { panel, attach, drag };
}

test('accepts files dropped on the chat, and indicates that while they are dragged', () => {
  const { panel, attach, drag } = createPanel();
  const file = new File(['xyz'], 'a.pdf', { type: 'application/pdf' });
  expect(drag('dragover', ['Files'])).toBe(true);
  expect(panel.className).toBe('dropping');
  drag('dragleave', ['Files']);
  expect(panel.className).toBe('');
  drag('dragover', ['Files']);
  expect(drag('drop', ['Files'], [file])).toBe(true);
  expect(panel.className).toBe('');
  expect(attach.mock.calls).toEqual([[[file]]]);
});

test('leaves the dragging of texts to the browser', () => {
  const { attach, drag } = createPanel();
  expect(drag('dragover', ['text/plain'])).toBe(false);
  expect(drag('drop', ['text/plain'])).toBe(false);
  expect(attach).not.toHaveBeenCalled();
});
