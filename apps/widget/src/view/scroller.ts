/** The scrolled part: stays at the end while the reader is there, and never moves under one who reads above. */
import type { Words } from '../lib/words.ts';
import { drawn, element } from './dom.ts';

export type Scroller = {
  root: HTMLElement;
  end(): void;
  /** The content has changed. `news`: in a way that the reader should notice. */
  settle(news: boolean): void;
};

/** Closer to the end than this, in pixels, counts as being there. */
const near = 48;

export function createScroller(words: Words, content: HTMLElement): Scroller {
  const scroll = element('div', 'scroll', { tabindex: '0', role: 'region', 'aria-labelledby': 'name' }, [
    content,
  ]);
  const jump = element('button', 'jump', { type: 'button', hidden: '' }, [words.unread, drawn('down')]);
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
  // The window or the on-screen keyboard changes the height, and a picture that has arrived the content's.
  const observer = new ResizeObserver(() => settle(false));
  observer.observe(scroll);
  observer.observe(content);
  return { root: element('div', 'body', {}, [scroll, jump]), end, settle };
}
