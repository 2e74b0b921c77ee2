/** The page as a visitor sees it, on a server that answers as in the contract. */
import type { SharedView } from '@parley/contract/work-order-shares';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../lib/api.ts';
import type { ShareLanguage } from '../lib/texts.ts';
import { createVisit, type PageVisit, pollMs, type VisitState } from '../lib/visit.ts';
import { createPage } from './page.ts';
import { createServer, entry, view } from './testing/orders-server.ts';
import { signedFile } from './testing/signed-file.ts';

let server: ReturnType<typeof createServer>;
let root: HTMLElement;
let visit: PageVisit<SharedView>;
let pass: string | null;
beforeEach(() => {
  vi.useFakeTimers();
  server = createServer();
  root = document.createElement('div');
  document.body.append(root);
  pass = null;
});
afterEach(() => {
  root.remove();
  vi.useRealTimers();
});

async function start(): Promise<void> {
  let language: ShareLanguage = 'en-US';
  let state: VisitState<SharedView> = { at: 'loading' };
  const api = createApi('token', server.fetch);
  visit = createVisit({
    api,
    now: () => Date.UTC(2026, 2, 2, 12),
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
  const page = createPage(root, {
    ...visit,
    snapshots: (order) => visit.withPass((mine) => api.snapshots(mine, order)),
    chats: {
      load: (cursor) => visit.withPass((mine) => api.chats(mine, cursor)),
      addressOf: (chat) => `/chatHistory/share?share=t&chat=${chat}`,
    },
    switchLanguage() {
      language = 'zh-CN';
      page.show(state, language);
    },
    switchTheme: () => undefined,
  });
  await visit.start();
}
const seen = () => root.textContent ?? '';
const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function enter(password: string): Promise<void> {
  const input = root.querySelector('input');
  if (input === null) throw new Error('no password is asked for');
  input.value = password;
  root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await passTime(0);
}

describe('an open link', () => {
  it('shows figures, goals, accounts and closed days, and names as text', async () => {
    await start();
    for (const text of ['Spring campaign', 'Telegram, Ana', '7 / 10', '42 / 100', 'Shop <b>', 'Online', '35'])
      expect(seen()).toContain(text);
    expect(root.querySelectorAll('rect').length).toBeGreaterThan(0);
    expect(root.querySelector('b')).toBeNull();
    expect(document.title).toBe('Spring campaign');
  });

  it('names the goals of each account, and leads to the rules of counting', async () => {
    await start();
    expect(root.querySelector('caption')?.textContent).toBe(
      'New fans / Repeat fans · Daily goal per account 5',
    );
    const link = [...root.querySelectorAll('a')].find(({ textContent }) => textContent === 'Counting rules');
    expect(link?.getAttribute('href')).toBe('/agreement/counting');
  });

  it('shows a new fan at the next poll, and keeps an opened history open', async () => {
    await start();
    const details = root.querySelector('details');
    if (details !== null) details.open = true;
    const [order] = view.orders;
    if (order?.today)
      server.view = { ...view, orders: [{ ...order, today: { ...order.today, newFans: 1_008 } }] };
    await passTime(pollMs);
    expect(seen()).toContain('1,008');
    expect(root.querySelector('details')?.open).toBe(true);
  });

  it('verifies the days that it shows since the latest poll', async () => {
    server.snapshots = await signedFile();
    const [order] = view.orders;
    const setNewFans = (newFans: number) => {
      if (order === undefined) return;
      const days = [{ day: '2026-03-01', newFans, repeatFans: 0 }];
      server.view = { ...view, orders: [{ ...order, days }] };
    };
    setNewFans(1);
    await start();
    const before = server.requests.length;
    root.querySelector<HTMLElement>('.signed button')?.click();
    await vi.waitFor(() => expect(seen()).toContain('All 1 days are valid'));
    expect(server.requests.slice(before).filter((path) => path.includes('snapshots'))).toHaveLength(1);
    setNewFans(77);
    await passTime(pollMs);
    root.querySelector<HTMLElement>('.signed button')?.click();
    await vi.waitFor(() => expect(seen()).toContain('other figures for 2026-03-01 than were signed'));
  });

  it.each(['summary', '.signed button', 'header button'])(
    'leaves the focus at %s with each poll',
    async (what) => {
      await start();
      root.querySelector<HTMLElement>(what)?.focus();
      await passTime(pollMs);
      expect(document.activeElement).toBe(root.querySelector(what));
    },
  );

  it('polls nothing while hidden, and at once when visible again', async () => {
    await start();
    visit.seen(false);
    const before = server.requests.length;
    await passTime(60_000);
    expect(server.requests).toHaveLength(before);
    visit.seen(true);
    await passTime(0);
    expect(server.requests).toHaveLength(before + 1);
  });

  it('marks figures as old while the server is away, and resumes when it is back', async () => {
    await start();
    server.down = true;
    await passTime(pollMs);
    expect(root.querySelector('[role=alert]')?.textContent).toContain('Connection lost');
    expect(seen()).toContain('Telegram, Ana');
    server.down = false;
    await passTime(30_000);
    expect(seen()).not.toContain('Connection lost');
  });

  it('explains the colors of the days, and what each fan counts as', async () => {
    const fan = { account: 'Shop', at: 0 } as const;
    server.view = {
      ...view,
      fans: [
        { ...fan, name: 'M•••', visitor: null, type: 'new' },
        { ...fan, name: null, visitor: '0BB2', type: 'new' },
        { ...fan, name: null, visitor: null, type: 'repeat' },
      ],
    };
    await start();
    expect([...root.querySelectorAll('.key')].map((it) => it.textContent)).toEqual([
      'New fans',
      'Repeat fans',
    ]);
    const rows = [...root.querySelectorAll('.fans li')].map((it) => it.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^M•••NewShop/),
      expect.stringMatching(/^Visitor 0BB2NewShop/),
      expect.stringMatching(/^CustomerRepeatShop/),
    ]);
    expect(seen()).toContain('New fans · 1 repeat');
  });

  it('switches to the other language, in the console’s words', async () => {
    await start();
    root.querySelector('button')?.click();
    for (const text of ['社交账号', '已结算的日期', '新粉 · 重粉 1']) expect(seen()).toContain(text);
    expect(document.documentElement.lang).toBe('zh-CN');
  });

  it.each([
    ['cancelled', 'Sharing was cancelled'],
    ['expired', 'This link has expired'],
    ['not-found', 'This link does not exist'],
  ])('closes with the reason when it is %s', async (why, sentence) => {
    await start();
    server.refusal = { status: 410, error: `work-order-share.${why}` };
    await passTime(pollMs);
    expect(seen()).not.toContain('Telegram, Ana');
    expect(root.querySelector('h1')?.textContent).toBe(sentence);
    const before = server.requests.length;
    await passTime(60_000);
    expect(server.requests).toHaveLength(before);
  });
});

describe('a link with a password', () => {
  it('shows only the password form, reports a wrong password, and opens', async () => {
    server.password = 'kite42';
    await start();
    expect(seen()).toContain('Enter the password');
    expect(seen()).not.toContain('Spring');
    await enter('wrong1');
    expect(root.querySelector('[role=alert]')?.textContent).toBe('Wrong password, try again');
    await enter('kite42');
    expect(seen()).toContain('Telegram, Ana');
    expect(pass).toBe('pass');
  });

  it('asks again when the password was changed', async () => {
    server.password = 'kite42';
    pass = 'pass';
    await start();
    expect(seen()).toContain('Telegram, Ana');
    pass = null;
    server.refusal = { status: 401, error: 'auth.pass-required' };
    await passTime(pollMs);
    expect(seen()).toContain('Enter the password');
  });

  it('shows for how long a link is locked', async () => {
    server.password = 'kite42';
    await start();
    server.refusal = { status: 429, error: 'request.too-many', details: { seconds: 541 } };
    await enter('kite42');
    expect(root.querySelector('[role=alert]')?.textContent).toBe(
      'Too many wrong passwords, try again in 10 min',
    );
  });
});

describe('the conversations of a link', () => {
  const shown = () => [...root.querySelectorAll('a.name')].map((one) => one.textContent);
  const press = async (label: string) => {
    const found = [...root.querySelectorAll('button')].find((one) => one.textContent === label);
    if (!found) throw new Error(`no button ${label}`);
    found.click();
    await vi.advanceTimersByTimeAsync(0);
  };

  it('offers none if the link shows none', async () => {
    await start();
    expect(root.textContent).not.toContain('Chat history');
  });

  it('loads them on request, keeps them while figures change, and loads more', async () => {
    server.view = { ...view, chatHistory: true };
    await start();
    expect(server.requests.some((path) => path.includes('/chats'))).toBe(false);
    await press('Show conversations');
    expect(shown()).toEqual(['Marta <i>']);
    expect(root.querySelector('a.name')?.getAttribute('href')).toContain('chat=of Marta');
    server.view = { ...server.view, title: 'Autumn sale' };
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(root.querySelector('h1')?.textContent).toBe('Autumn sale');
    await press('Show more');
    expect(shown()).toEqual(['Marta <i>', 'Customer']);
    expect([...root.querySelectorAll('button')].find((one) => one.textContent === 'Show more')?.hidden).toBe(
      true,
    );
  });

  it('shows why they can’t be loaded, and offers another attempt', async () => {
    server.view = { ...view, chatHistory: true };
    await start();
    server.refusal = { status: 404, error: 'work-order-share.chat-not-found' };
    await press('Show conversations');
    expect(root.textContent).toContain('not shown any more');
    server.refusal = null;
    await press('Show conversations');
    expect(shown()).toEqual(['Marta <i>']);
  });

  it('keeps those that were loaded in the other language', async () => {
    server.view = { ...view, chatHistory: true };
    await start();
    await press('Show conversations');
    const before = server.requests.length;
    await press('中文');
    expect(shown()).toEqual(['Marta <i>']);
    await press('查看更多');
    expect(shown()).toEqual(['Marta <i>', '客户']);
    expect(server.requests).toHaveLength(before + 1);
  });

  it('loads new ones on request', async () => {
    server.view = { ...view, chatHistory: true };
    server.chats = [];
    await start();
    await press('Show conversations');
    expect(root.textContent).toContain('No conversations yet');
    server.chats = [entry('Juan')];
    await press('Refresh');
    expect(shown()).toEqual(['Juan']);
    expect(root.textContent).not.toContain('No conversations yet');
  });

  it.each(['down', 'locked'])('announces no other attempt when loading fails: %s', async (why) => {
    server.view = { ...view, chatHistory: true };
    await start();
    if (why === 'down') server.down = true;
    else server.refusal = { status: 429, error: 'request.too-many', details: { seconds: 60 } };
    await press('Show conversations');
    expect(root.querySelector('.order .bad')?.textContent).toBe(
      'The conversations could not be loaded, try again',
    );
  });

  it('never loses the focus with the button', async () => {
    server.view = { ...view, chatHistory: true };
    server.chats = [];
    await start();
    [...root.querySelectorAll('button')].find((one) => one.textContent === 'Show conversations')?.focus();
    await press('Show conversations');
    expect(document.activeElement?.textContent).toBe('Refresh');
  });
});
