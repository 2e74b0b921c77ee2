/** The scrolling area: sticks to the end while the reader is there, and never moves while the reader is farther up. */
import type { Words } from '../lib/words.ts';
import { drawIcon, element } from './dom.ts';

export type Scroller = {
  root: HTMLElement;
  end(): void;
  /** Handles a change of the content; `news` marks one that the reader should notice. */
  settle(news: boolean): void;
};

/** The distance from the end, in pixels, that still counts as being there. */
const near = 48;

export function createScroller(words: Words, content: HTMLElement): Scroller {
  const scroll = element('div', 'scroll', { tabindex: '0', role: 'region', 'aria-labelledby': 'name' }, [
    content,
  ]);
  const jump = element('button', 'jump', { type: 'button', hidden: '' }, [words.unread, drawIcon('down')]);
  let atEnd = true;
  function end(): void {
    scroll.scrollTop = scroll.scrollHeight;
    atEnd = true;
    jump.hidden = true;
  }
  function settle(news: boolean): void {
    if (atEnd) end();
    else if (news) jump.hidden = false;
  }
  scroll.addEventListener('scroll', () => {
    atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < near;
    jump.hidden ||= atEnd;
  });
  jump.addEventListener('click', end);
  // The window or the on-screen keyboard changes the height, and a loaded picture that of the content.
  const observer = new ResizeObserver(() => settle(false));
  observer.observe(scroll);
  observer.observe(content);
  return { root: element('div', 'body', {}, [scroll, jump]), end, settle };
}
