import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { type ImportHarness, startImportHarness } from './testing/import-harness.ts';
import { type HistoryItem, type HistoryPages, now, oldMessage } from './testing/open-import.ts';

let imports: ImportHarness;
let own: Awaited<ReturnType<ImportHarness['open']>>;
beforeAll(async () => {
  imports = await startImportHarness();
});
afterAll(() => imports.close());
beforeEach(async () => {
  await imports.database.pool.query('delete from graphile_worker._private_jobs');
  own = await imports.open();
});

const minute = 60_000;
const page = (
  messages: ReturnType<typeof oldMessage>[],
  position: string | null,
  total?: number,
): HistoryItem => ({
  ok: true,
  messages,
  position,
  ...(total === undefined ? {} : { total }),
});

/** Messages of minutes 1 to 6, three per page; a position is the number of messages read. */
const two: HistoryPages = ({ position }) =>
  [
    page([oldMessage(1), oldMessage(2), oldMessage(3)], '3', 6),
    page([oldMessage(4), oldMessage(5), oldMessage(6)], null),
  ].slice(position === null ? 0 : 1);

it('stores history before all other messages, newest last, read and untranslated, without any alert', async () => {
  const id = await own.begin();
  const end = await own.run(id, two);
  expect(end).toMatchObject({
    state: 'done',
    messages: 6,
    fans: 1,
    read: 6,
    total: 6,
    pages: 2,
    position: null,
  });
  expect(end.oldestAt?.getTime()).toBe(now - 6 * minute);
  expect(
    (await own.messages()).map(({ seq, changed, original, state }) => [seq, changed, original, state]),
  ).toEqual([6, 5, 4, 3, 2, 1].map((n) => [1 - n, 1 - n, `Hola ${n}`, 'none']));
  const chat = await own.conversation();
  expect(chat).toMatchObject({ unread: 0, lastSeq: 0, readSeq: 0, waiting: null, language: 'es' });
  expect(chat.at.getTime()).toBe(now - minute);
  const verdicts = await own.query('select verdict, rule from fan_verdicts where workspace_id = $1', [
    own.account.workspaceId,
  ]);
  expect(verdicts.rows).toEqual([{ verdict: 'base', rule: 'history' }]);
  expect(await own.jobs()).toEqual([]);
  expect(
    own.heard
      .filter(({ name }) => name === own.account.subAccountId)
      .flatMap(({ conversationIds }) => conversationIds),
  ).toContain(chat.id);
});

it('continues from its position in the next job, and ignores a repeated page', async () => {
  const id = await own.begin();
  const stopping = new AbortController();
  const half = await own.run(
    id,
    function* () {
      yield page([oldMessage(1), oldMessage(2), oldMessage(3)], '3');
      stopping.abort();
      throw new Error('no more is asked for');
    },
    { signal: stopping.signal },
  );
  expect(half).toMatchObject({ state: 'running', position: '3', messages: 3 });
  expect(await own.jobs()).toEqual(['channels.import-history']);
  // The platform repeats messages, as platforms without exact positions do.
  const asked: (string | null)[] = [];
  const end = await own.run(id, ({ position }) => {
    asked.push(position);
    return [page([oldMessage(3), oldMessage(4), oldMessage(5), oldMessage(6)], null)];
  });
  expect(asked).toEqual(['3']);
  expect(end).toMatchObject({ state: 'done', messages: 6 });
  expect((await own.messages()).map(({ original }) => original)).toEqual(
    [6, 5, 4, 3, 2, 1].map((n) => `Hola ${n}`),
  );
});

it('links an answer with its message, on whichever page that arrives', async () => {
  const answer = (minutes: number, to: number, chatId = 'marta') =>
    oldMessage(minutes, { replyTo: `old ${to}`, chatId, platformMessageId: `old ${minutes}` });
  const id = await own.begin();
  await own.run(id, ({ position }) =>
    [
      page([answer(1, 2), oldMessage(2), answer(3, 6), answer(4, 9)], '4'),
      // A message with the same id in another chat is a different message.
      page([oldMessage(5), oldMessage(6), answer(7, 8), oldMessage(8, { chatId: 'luis' })], null),
    ].slice(position === null ? 0 : 1),
  );
  const links = async () => {
    const { rows } = await own.query(
      `select m.platform_message_id as name, r.platform_message_id as answered, m.reply_to_seq = r.seq as placed
       from messages m join messages r on r.workspace_id = m.workspace_id and r.id = m.reply_to_id
       where m.workspace_id = $1 order by 1`,
      [own.account.workspaceId],
    );
    return rows;
  };
  const first = { name: 'old 1', answered: 'old 2', placed: true };
  const across = { name: 'old 3', answered: 'old 6', placed: true };
  expect(await links()).toEqual([first, across]);
  // A longer range later imports what was missing; an answer without its message keeps waiting.
  await own.run(await own.begin(), () => [page([oldMessage(9)], null)]);
  expect(await links()).toEqual([first, across, { name: 'old 4', answered: 'old 9', placed: true }]);
  const waiting = () =>
    own.query('select answered from unlinked_answers where workspace_id = $1', [own.account.workspaceId]);
  expect((await waiting()).rows).toEqual([{ answered: 'old 8' }]);
  await own.query('delete from messages where workspace_id = $1', [own.account.workspaceId]);
  expect((await waiting()).rows).toEqual([]);
});

it('places history above the live messages of a conversation, which are unchanged', async () => {
  const { workspaceId, id: account, subAccountId } = own.account;
  await own.query(
    `insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, last_seq,
       unread, last_message_id, last_message_at, closed_at)
     values ($1, $2, $2, $3, 'xmpp', 'marta', 'private', 'Marta', 4, 1, $2, now(), now())`,
    [workspaceId, account, subAccountId],
  );
  await own.query('update conversations set social_account_id = $2 where workspace_id = $1', [
    workspaceId,
    account,
  ]);
  await own.query(
    `insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
       platform_message_id, original, translation_state, delivery, sent_at)
     values ($1, $2, $2, $2, 3, 4, 'in', 'text', 'old 2', 'live', 'done', 'received', now())`,
    [workspaceId, account],
  );
  const before = await own.conversation();
  await own.run(await own.begin(), two);
  expect((await own.messages()).map(({ seq, original }) => [seq, original])).toEqual([
    ...[6, 5, 4, 3, 1].map((n, at) => [at - 4, `Hola ${n}`]),
    [3, 'live'],
  ]);
  expect(await own.conversation()).toEqual(before);
  // A longer range later continues with older messages.
  await own.run(await own.begin(), () => [page([oldMessage(1), oldMessage(7)], null)]);
  expect((await own.messages())[0]).toMatchObject({ seq: -5, original: 'Hola 7' });
});

it('keeps the order of messages of one second in lists sorted by time', async () => {
  const second = [1, 2, 3].map((n) => oldMessage(n, { sentAt: now - minute }));
  await own.run(await own.begin(), () => [page(second, null)]);
  const { rows } = await own.query(
    'select original from messages where workspace_id = $1 order by sent_at desc, id desc',
    [own.account.workspaceId],
  );
  expect(rows.map(({ original }) => original)).toEqual(['Hola 1', 'Hola 2', 'Hola 3']);
});

describe('the pages of a platform', () => {
  const endless: HistoryPages = function* ({ position }) {
    for (;;) yield page([oldMessage(1)], position ?? 'same');
  };
  it.each<[string, HistoryPages, object]>([
    ['a position that comes again', endless, { state: 'failed', reason: 'history-endless', messages: 1 }],
    [
      'a page beyond the limit',
      () => [
        page(
          Array.from({ length: 101 }, (_, n) => oldMessage(n)),
          'x',
        ),
      ],
      { state: 'failed', reason: 'platform-flooding', messages: 0 },
    ],
    [
      'a position that is too long',
      () => [page([oldMessage(1)], 'x'.repeat(8_001))],
      { state: 'failed', reason: 'platform-unreadable', messages: 0 },
    ],
    [
      'a position that no row holds',
      () => [page([oldMessage(1)], 'a\u0000')],
      { state: 'failed', reason: 'platform-unreadable', messages: 0 },
    ],
    [
      'a count that no row holds',
      () => [page([oldMessage(1)], null, 1e12)],
      { state: 'done', messages: 1, total: null },
    ],
    ['an end without a word', () => [], { state: 'paused', reason: 'platform-unreadable' }],
    [
      'a refusal',
      () => [{ ok: false, outcome: 'refused', reason: 'Gone' }],
      { state: 'failed', reason: 'Gone' },
    ],
    [
      'trouble',
      () => [{ ok: false, outcome: 'later', reason: 'Busy' }],
      { state: 'paused', reason: 'Busy', troubles: 1 },
    ],
    [
      'nothing before the account was online',
      () => [{ ok: false, outcome: 'later', reason: 'platform-not-connected' }],
      { state: 'waiting' },
    ],
    [
      'a connector that throws',
      () => {
        throw new Error('no JSON');
      },
      { state: 'paused', reason: 'connector-failed' },
    ],
    [
      'a silent platform',
      async function* () {
        await new Promise(() => undefined);
        yield page([], null);
      },
      { state: 'paused', reason: 'platform-silent' },
    ],
  ])('ends or pauses with its reason: %s', async (_, pages, expected) => {
    const end = await own.run(await own.begin(), pages);
    expect(end).toMatchObject(expected);
    const isOver = ['failed', 'done'].includes(end.state);
    expect(end.endedAt === null).toBe(!isOver);
    expect(await own.jobs()).toEqual(isOver ? [] : ['channels.import-history']);
  });

  it('sorts a page, skips messages older than requested, and ends with a page of only older ones', async () => {
    const asked: (number | null)[] = [];
    const end = await own.run(await own.begin(1), function* ({ since }) {
      asked.push(since);
      yield page([oldMessage(3), oldMessage(1), oldMessage(5_000), oldMessage(2)], 'a');
      yield page([oldMessage(6_000)], 'b');
      throw new Error('no more is asked for');
    });
    expect(asked).toEqual([now - 86_400_000]);
    expect(end).toMatchObject({ state: 'done', messages: 3 });
    expect((await own.messages()).map(({ original }) => original)).toEqual(['Hola 3', 'Hola 2', 'Hola 1']);
  });

  it('stores everything as history, fetches no media, and skips what can’t be stored', async () => {
    const media = { key: 'k', name: 'dress.png', contentType: 'image/png' };
    const picture = { ...oldMessage(2), kind: 'image' as const, media, text: '' };
    // A connector's defect that TypeScript would reject.
    const broken = { ...oldMessage(3), kind: 'bogus' as 'text' };
    const huge = oldMessage(4, { text: 'x'.repeat(1024 * 1024 + 1) });
    const end = await own.run(await own.begin(), () => [
      {
        ok: true,
        messages: [oldMessage(1, { history: false }), picture, broken, huge, oldMessage(5)],
        position: null,
      },
    ]);
    expect(end).toMatchObject({ state: 'done', messages: 3, skipped: 2, fans: 1 });
    const rows = await own.messages();
    expect(rows.map(({ seq }) => seq)).toEqual([-2, -1, 0]);
    expect(rows[1].attachment).toMatchObject({ state: 'failed', problem: 'not-asked', key: 'k' });
    expect(await own.jobs()).toEqual([]);
    expect(await own.conversation()).toMatchObject({ unread: 0 });
  });
});

it('stores nothing that the retention would erase, and no texts for a sub-account that keeps none', async () => {
  const { workspaceId, subAccountId } = own.account;
  await own.query('insert into chat_retention (workspace_id, days) values ($1, 1)', [workspaceId]);
  await own.run(await own.begin(), () => [page([oldMessage(1), oldMessage(2_000)], null)]);
  expect((await own.messages()).map(({ original }) => original)).toEqual(['Hola 1']);
  await own.query('update sub_accounts set save_chat_history = false where id = $1', [subAccountId]);
  await own.run(await own.begin(), () => [page([oldMessage(3), oldMessage(4)], null)]);
  expect(await own.messages()).toHaveLength(1);
});

it('stops when its owner cancels it, and keeps what was imported', async () => {
  const id = await own.begin();
  const end = await own.run(id, async function* () {
    yield page([oldMessage(1)], 'a');
    await own.query(`update history_imports set state = 'cancelled', ended_at = now() where id = $1`, [id]);
    yield page([oldMessage(2)], 'b');
    throw new Error('no more is asked for');
  });
  expect(end).toMatchObject({ state: 'cancelled', messages: 1 });
  expect(await own.messages()).toHaveLength(1);
  expect(await own.jobs()).toEqual([]);
});

it('stores nothing more of a deleted account, and follows a moved one', async () => {
  const { workspaceId, id: account } = own.account;
  const other = newId();
  await own.query(
    `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark) values ($1, $2, $3, '', '')`,
    [workspaceId, other, other],
  );
  await own.run(await own.begin(), async function* () {
    yield page([oldMessage(1)], 'a');
    await own.query('update social_accounts set sub_account_id = $2 where id = $1', [account, other]);
    yield page(
      [oldMessage(2, { chatId: 'luz', from: { id: 'luz', displayName: null, language: null } })],
      'b',
    );
    await own.query('update social_accounts set deleted_at = now() where id = $1', [account]);
    yield page([oldMessage(3)], 'c');
    throw new Error('no more is asked for');
  });
  expect(await own.messages()).toHaveLength(2);
  expect((await own.conversation('luz')).subAccountId).toBe(other);
});

it('runs one import of an account at a time, and waits for a disabled account', async () => {
  const id = await own.begin();
  expect(await own.add()).toBe(false);
  await own.query('update social_accounts set enabled = false where id = $1', [own.account.id]);
  expect(await own.run(id, two)).toMatchObject({ state: 'paused', reason: 'account-switched-off' });
  await own.query('update social_accounts set enabled = true where id = $1', [own.account.id]);
  expect(await own.run(id, two)).toMatchObject({ state: 'done', troubles: 0 });
  expect(await own.add()).toBe(true);
});

it('fails after its last attempt, and can be continued from there', async () => {
  const id = await own.begin();
  await own.query('alter table fan_verdicts rename to elsewhere', []);
  await expect(own.run(id, two, { last: true })).rejects.toThrow();
  await own.query('alter table elsewhere rename to fan_verdicts', []);
  expect(await own.state(id)).toMatchObject({
    state: 'failed',
    reason: 'history-import-failed',
    messages: 0,
  });
});
