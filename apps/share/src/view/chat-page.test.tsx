/** A shared conversation as a visitor sees it, on a server that answers as in the contract. */
import type { SharedMessage } from '@parley/contract/chat-shares';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChatView, createChatApi } from '../lib/chat-api.ts';
import type { ShareLanguage } from '../lib/texts.ts';
import { createVisit, pollMs, type VisitState } from '../lib/visit.ts';
import { createChatPage } from './chat-page.ts';
import { createServer } from './testing/chat-server.ts';

const noon = Date.UTC(2026, 2, 2, 12);
const day = 86_400_000;

const message = (seq: number, given: Partial<SharedMessage> = {}): SharedMessage => ({
  seq,
  from: 'customer',
  sender: null,
  kind: 'text',
  text: `line ${seq}`,
  language: 'es',
  translation: null,
  translationLanguage: null,
  attachment: null,
  edited: false,
  answers: null,
  reactions: [],
  at: noon + seq * 1_000,
  ...given,
});

const media = {
  type: 'media',
  state: 'ready',
  name: 'invoice.pdf',
  contentType: 'application/pdf',
  size: 2_048,
  width: null,
  height: null,
  durationMs: null,
  hasPreview: false,
} as const;

let server: ReturnType<typeof createServer>;
let root: HTMLElement;
let chosen: Map<string, string>;
let near: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  near = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly run: (entries: { target: Element; isIntersecting: boolean }[]) => void;
      constructor(run: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
        this.run = run;
      }
      observe(target: Element): void {
        near.push(() => this.run([{ target, isIntersecting: true }]));
      }
      unobserve(): void {}
    },
  );
  Element.prototype.scrollIntoView = vi.fn();
  server = createServer();
  root = document.createElement('div');
  document.body.append(root);
  chosen = new Map();
});
afterEach(() => {
  root.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** `of` is the work orders’ page that led here. */
async function start(of: string | null = null): Promise<void> {
  let language: ShareLanguage = 'en-US';
  let state: VisitState<ChatView> = { at: 'loading' };
  let pass: string | null = null;
  const api = createChatApi('token', server.fetch, of === null ? null : 'chat');
  const visit = createVisit<ChatView>({
    api,
    now: () => noon,
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return { cancel: () => clearTimeout(timer) };
    },
    passes: { get: () => pass, set: (to) => (pass = to) },
    changed(to) {
      state = to;
      page.show(to, language);
    },
  });
  const page = createChatPage(root, {
    enter: visit.enter,
    async earlier() {
      const outcome = await visit.withPass((mine) => api.earlier(mine));
      if (outcome.ok) visit.update(outcome.data);
      return outcome.ok;
    },
    fileLink: (seq) => visit.withPass((mine) => api.fileLink(mine, seq)),
    back: of,
    choices: { get: (name) => chosen.get(name) ?? null, set: (name, to) => chosen.set(name, to) },
    switchLanguage() {
      language = 'zh-CN';
      page.show(state, language);
    },
    switchTheme: () => undefined,
  });
  await visit.start();
  await passTime(0);
}
const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const seen = () => root.textContent ?? '';
const texts = () => [...root.querySelectorAll('.original')].map(({ textContent }) => textContent);
const press = async (label: string) => {
  const found = [...root.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.startsWith(label),
  );
  if (found === undefined) throw new Error(`no button ${label}`);
  found.click();
  await passTime(0);
};

describe('a shared conversation', () => {
  it('shows both languages, days and authors, and untrusted text as text', async () => {
    server.messages = [
      message(1, { text: '<b>Hola</b>\u202E', translation: 'Hello', at: noon - day }),
      message(2, { from: 'business', text: 'See https://example.org/a, please', edited: true }),
      message(3, { text: 'Sí', reactions: [{ emoji: '👍', count: 2 }] }),
    ];
    await start();
    expect(texts()).toEqual(['<b>Hola</b>', 'See https://example.org/a, please', 'Sí']);
    expect(root.querySelector('b')).toBeNull();
    expect(root.querySelector('.translation')?.textContent).toBe('Hello');
    expect(root.querySelector('.original a')?.getAttribute('href')).toBe('https://example.org/a');
    expect([...root.querySelectorAll('.day')].map((it) => it.textContent)).toEqual([
      'Sunday, March 1, 2026',
      'Monday, March 2, 2026',
    ]);
    expect([...root.querySelectorAll('.author')].map((it) => it.textContent)).toEqual([
      'Marta',
      'Business',
      'Marta',
    ]);
    expect(root.querySelectorAll('.foot')[1]?.textContent).toContain('edited');
    expect(root.querySelectorAll('.foot')[2]?.textContent).toContain('👍 2');
    expect(document.title).toBe('Order 1042');
  });

  it('shows an emoji that is none as the harmless text that it is', async () => {
    const reactions = [{ emoji: `\u202Eabc\u0000${'\u0301'.repeat(30)}`, count: 1 }];
    server.messages = [message(1, { reactions })];
    await start();
    expect(root.querySelector('bdi.reaction')?.textContent).toBe(
      'abc\uFFFD\u0301\u0301\u0301\u0301\u0301\u0301…',
    );
  });

  it('names an unnamed website visitor in the reader’s language', async () => {
    server.name = null;
    server.visitor = '0BB2';
    server.messages = [message(1)];
    await start();
    expect(root.querySelector('.author')?.textContent).toBe('Visitor 0BB2');
    expect(root.querySelector('.chat-head')?.textContent).toContain('Visitor 0BB2 · Live · Times in ');
  });

  it('names a customer without a name, and an empty conversation', async () => {
    server.name = null;
    server.messages = [message(1)];
    await start();
    expect(root.querySelector('.author')?.textContent).toBe('Customer');
    server.news = { messages: [], gone: [1] };
    await passTime(pollMs);
    const empty = root.querySelector<HTMLElement>('.empty');
    expect([empty?.textContent, empty?.hidden]).toEqual(['No messages yet', false]);
  });

  it('hides one of the languages on request, and remembers that', async () => {
    server.messages = [message(1, { translation: 'Hello' })];
    await start();
    root.querySelector<HTMLInputElement>('input[value=translation]')?.click();
    expect(root.querySelector<HTMLElement>('.chat')?.dataset.show).toBe('translation');
    expect(chosen.get('texts')).toBe('translation');
  });

  it('loads earlier messages in pages, and reports a failure', async () => {
    server.messages = [1, 2, 3, 4, 5].map((seq) => message(seq));
    await start();
    expect(texts()).toEqual(['line 3', 'line 4', 'line 5']);
    server.refusal = { status: 500, error: 'server.failed' };
    await press('Earlier messages');
    expect(seen()).toContain('Loading failed, try again');
    server.refusal = null;
    const button = root.querySelector<HTMLButtonElement>('.earlier button');
    button?.focus();
    await press('Earlier messages');
    expect(button?.disabled).toBe(false);
    expect(texts()).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5']);
    expect(root.querySelector<HTMLElement>('.earlier')?.hidden).toBe(true);
    // The focus moves to where the button was.
    expect(document.activeElement?.textContent).toContain('line 3');
  });

  it('shows no earlier message that was deleted while it was being loaded', async () => {
    server.messages = [1, 2, 3, 4, 5].map((seq) => message(seq));
    await start();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.slow = promise;
    await press('Earlier messages');
    server.messages = [1, 3, 4, 5].map((seq) => message(seq, seq === 1 ? { text: 'edited' } : {}));
    server.news = { messages: [message(1, { text: 'edited' })], gone: [2] };
    await passTime(pollMs);
    server.slow = null;
    resolve();
    await passTime(0);
    expect(texts()).toEqual(['edited', 'line 3', 'line 4', 'line 5']);
  });

  it('loads earlier messages even when all loaded ones are gone', async () => {
    server.messages = [1, 2, 3, 4, 5].map((seq) => message(seq));
    await start();
    server.messages = [1, 2].map((seq) => message(seq));
    server.news = { messages: [], gone: [3, 4, 5] };
    await passTime(pollMs);
    expect(texts()).toEqual([]);
    await press('Earlier messages');
    expect(texts()).toEqual(['line 1', 'line 2']);
  });

  it('adds, updates and removes messages, and keeps the others in place', async () => {
    server.messages = [message(1), message(2), message(3)];
    await start();
    const [first] = root.querySelectorAll('.message');
    server.news = { messages: [message(2, { text: 'changed', edited: true }), message(9)], gone: [3] };
    await passTime(pollMs);
    expect(texts()).toEqual(['line 1', 'changed', 'line 9']);
    expect(root.querySelector('.message')).toBe(first);
    expect(server.requests.at(-1)).toContain('since=50');
    await passTime(pollMs);
    expect(server.requests.at(-1)).toContain('since=100');
  });

  it('quotes the message replied to, if it is shown', async () => {
    server.messages = [message(1), message(2, { answers: 1 }), message(3, { answers: 99 })];
    await start();
    const quotes = [...root.querySelectorAll<HTMLButtonElement>('.quote')];
    expect(quotes.map(({ textContent }) => textContent)).toEqual(['line 1']);
    quotes[0]?.click();
    expect(document.activeElement).toBe(root.querySelector('.message'));
  });

  it('requests the URL of a file when it is opened, and of a picture when it approaches the viewport', async () => {
    const picture = { ...media, name: 'a.png', contentType: 'image/png' };
    server.hasPreviews = true;
    server.messages = [
      message(1, { kind: 'file', text: '', attachment: media }),
      message(2, { kind: 'image', text: '', attachment: picture }),
      message(3, { kind: 'file', text: '', attachment: { ...media, state: 'failed' } }),
    ];
    await start();
    expect(server.requests.some((request) => request.includes('/file'))).toBe(false);
    await press('invoice.pdf (2.0 KB)');
    expect(root.querySelector('a[download]')?.getAttribute('href')).toBe('/api/files/f?signature=s');
    for (const run of near) run();
    await passTime(0);
    const shown = root.querySelector('img');
    expect([shown?.alt, shown?.getAttribute('src')]).toEqual(['a.png', '/api/files/f/preview?signature=s']);
    expect(shown?.closest('a')?.getAttribute('href')).toBe('/api/files/f?signature=s');
    expect(server.requests.filter((request) => request.includes('/file'))).toEqual([
      '/api/share/chatHistory/file?seq=1',
      '/api/share/chatHistory/file?seq=2',
    ]);
    expect(seen()).toContain('The file could not be received');
    root.querySelector('img')?.dispatchEvent(new Event('error'));
    expect(root.querySelector('.broken-picture')?.textContent).toContain(
      'The file could not be loaded, try again',
    );
  });

  it('shows contacts, places and what it can’t show', async () => {
    server.messages = [
      message(1, {
        kind: 'contact',
        text: '',
        attachment: { type: 'contact', name: 'Luis', phones: ['+34 600'] },
      }),
      message(2, {
        kind: 'location',
        text: '',
        attachment: { type: 'location', latitude: 41.4, longitude: 2.2, name: 'Port', address: null },
      }),
      message(3, { kind: 'unsupported', text: '' }),
    ];
    await start();
    for (const text of [
      'Luis',
      '+34 600',
      'Port',
      '41.40000, 2.20000',
      'Message type not supported for viewing',
    ])
      expect(seen()).toContain(text);
  });

  it('switches to the other language', async () => {
    server.messages = [message(1, { from: 'business' })];
    await start();
    await press('中文');
    for (const text of ['客服', '双语', '2026年3月2日']) expect(seen()).toContain(text);
  });

  it('shows that the connection is lost, and resumes when it is back', async () => {
    server.messages = [message(1)];
    await start();
    server.refusal = { status: 503, error: 'server.unavailable' };
    await passTime(pollMs);
    const stale = root.querySelector<HTMLElement>('.stale');
    expect([stale?.hidden, texts()]).toEqual([false, ['line 1']]);
    // In the footer, which stays visible, because the page is read from its end.
    expect(stale?.closest('.chat-foot')).toBeTruthy();
    server.refusal = null;
    await passTime(30_000);
    expect(stale?.hidden).toBe(true);
  });

  it('links back to the work orders, also when they no longer show the conversation', async () => {
    await start('/workOrder/share?share=token');
    const backs = () => [...root.querySelectorAll('a')].map((one) => one.getAttribute('href'));
    expect(backs()).toEqual(['/workOrder/share?share=token']);
    server.refusal = { status: 404, error: 'work-order-share.chat-not-found' };
    await passTime(pollMs);
    expect(seen()).toContain('not shown any more');
    expect(backs()).toEqual(['/workOrder/share?share=token']);
  });

  it.each([
    ['cancelled', 'Sharing was cancelled'],
    ['expired', 'This link has expired'],
  ])('shows nothing any more once the link is %s', async (why, sentence) => {
    server.messages = [message(1)];
    await start();
    server.refusal = { status: 410, error: `chat-share.${why}` };
    await passTime(pollMs);
    expect(seen()).not.toContain('line 1');
    expect(root.querySelector('h1')?.textContent).toBe(sentence);
  });
});

it('asks for the password, and shows the conversation from its end once it is right', async () => {
  server.password = 'kite42';
  server.messages = [message(1)];
  await start();
  const enter = async (password: string) => {
    const input = root.querySelector<HTMLInputElement>('#password');
    if (input === null) throw new Error('no password is asked for');
    input.value = password;
    root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await passTime(0);
  };
  expect(seen()).not.toContain('Order');
  await enter('wrong1');
  expect(root.querySelector('[role=alert]')?.textContent).toBe('Wrong password, try again');
  await enter('kite42');
  expect(texts()).toEqual(['line 1']);
  server.refusal = { status: 401, error: 'auth.pass-required' };
  await passTime(pollMs);
  expect(seen()).not.toContain('line 1');
});
