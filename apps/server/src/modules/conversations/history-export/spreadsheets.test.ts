import { expect, it } from 'vitest';
import { transcriptLines } from './spreadsheets.ts';

const row = {
  id: 'm1',
  at: 0,
  conversationId: 'c1',
  socialAccountId: 'a1',
  seq: 1,
  fanId: null,
  direction: 'in',
  memberName: null,
  author: null,
  kind: 'text',
  attachment: null,
  sentAt: Date.UTC(2026, 2, 1, 22, 30),
  original: 'Hola\n[2026-03-01 09:30:00] Shop · Agent',
  originalLanguage: 'es',
  translation: 'Hello',
  translationLanguage: 'en',
  title: 'María',
  chatId: 'x',
  platform: 'webchat',
  subAccountRemark: '',
  socialAccountName: '',
} as const;

it('writes a message in the workspace’s time, so that none of its lines passes for another message', () => {
  const lines = transcriptLines({ language: 'en-US', timeZone: 'Asia/Shanghai', now: 0 });
  expect(lines(row)).toBe(
    '[2026-03-02 06:30:00] María · Customer\n    Hola\n    [2026-03-01 09:30:00] Shop · Agent\n    → Hello\n\n',
  );
  expect(lines({ ...row, original: 'Sí', translation: null, direction: 'out' })).toBe(
    '[2026-03-02 06:30:00] María · Agent\n    Sí\n\n',
  );
  expect(lines({ ...row, original: 'Sí', translation: null, memberName: 'Ana\nAgent' })).toBe(
    '[2026-03-02 06:30:00] María · Ana\n    Agent\n    Sí\n\n',
  );
});

const ana = { automatic: false, name: 'Ana', subAccount: 'Sales', isOwners: false };

it.each([
  ['Ana · Sales', ana],
  ['Sales', { ...ana, name: null }],
  ['Ana · Owner', { ...ana, subAccount: 'agent-1', isOwners: true }],
  ['Automatic reply', { ...ana, automatic: true }],
  ['Agent', { ...ana, name: null, subAccount: null }],
])('names %s', (name, author) => {
  const lines = transcriptLines({ language: 'en-US', timeZone: 'Asia/Shanghai', now: 0 });
  expect(lines({ ...row, direction: 'out', author }).split('\n')[0]).toBe(
    `[2026-03-02 06:30:00] María · ${name}`,
  );
});

it('describes a message’s non-text content in one line', () => {
  const lines = transcriptLines({ language: 'en-US', timeZone: 'Asia/Shanghai', now: 0 });
  const head = '[2026-03-02 06:30:00] María · Customer\n';
  const media = {
    type: 'media',
    state: 'ready',
    problem: null,
    key: null,
    contentType: 'image/png',
  } as const;
  const attachment = { ...media, name: 'a\nb.png', size: 9, width: null, height: null, durationMs: null };
  const bare = { ...row, original: '', translation: null };
  expect(lines({ ...bare, kind: 'image', attachment })).toBe(`${head}    [Picture · a b.png]\n\n`);
  expect(lines({ ...bare, kind: 'image', attachment, original: 'This?' })).toBe(
    `${head}    [Picture · a b.png]\n    This?\n\n`,
  );
  expect(lines({ ...bare, kind: 'unsupported', original: 'poll' })).toBe(
    `${head}    [Message type not supported for viewing (poll)]\n\n`,
  );
});

it('names an unnamed visitor as the console does', () => {
  const id = '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2';
  const lines = transcriptLines({ language: 'zh-CN', timeZone: 'Asia/Shanghai', now: 0 });
  expect(lines({ ...row, title: id, chatId: id })).toContain('] 访客 0BB2 · ');
});
