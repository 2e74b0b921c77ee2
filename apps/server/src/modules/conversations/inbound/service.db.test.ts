import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { addJobsWithCommit } from '../../../base/queue/queue.ts';
import type { Inbound } from './inbound-message.ts';
import { acceptInbound, type InboundDeps } from './service.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const now = Date.UTC(2026, 4, 3);
let workspaceId: WorkspaceId;
let shop: Inbound['account'];
const announced: [place: string, original: string][] = [];
const asked: unknown[] = [];
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`delete from graphile_worker._private_jobs`);
  shop = await openAccount();
  announced.length = 0;
  asked.length = 0;
});

async function openAccount(given: { answers?: boolean } = {}): Promise<Inbound['account']> {
  const [id, subAccountId] = [newId(), newId()];
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, auto_reply)
    values (${workspaceId}, ${subAccountId}, ${subAccountId}, '', 'Agent', ${given.answers ?? false})`);
  await database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
    values (${workspaceId}, ${id}, 'telegram', 'Shop', ${id}, '', ${subAccountId}, '')`);
  return { workspaceId, id, platform: 'telegram', subAccountId };
}

let ids = 0;
const message = (given: Partial<Inbound> = {}): Inbound => {
  ids += 1;
  return {
    account: shop,
    kind: 'text',
    platformMessageId: `message ${ids}`,
    chatId: 'marta',
    chatKind: 'private',
    chatTitle: null,
    author: 'customer',
    from: { id: 'marta', displayName: 'Marta', language: 'es' },
    text: 'Hola',
    attachment: null,
    fileId: null,
    referenceId: null,
    replyTo: null,
    sentAt: now - 1_000,
    history: false,
    ...given,
  };
};

/** `untranslated`: the account whose customers' messages aren't translated. `written`: the customers' language by the settings. */
function accept(batch: readonly Inbound[], { untranslated = '', written = 'auto' } = {}) {
  const priorOf = (language: string, support: number) => ({ language, support, challenger: null });
  const translation = {
    firstPrior: (language: string | null) => language && priorOf(language, 1),
    // Every line is Spanish.
    observe: (prior: { support: number } | null) => {
      return { language: 'es', assumed: 'es', prior: priorOf('es', (prior?.support ?? 0) + 1) };
    },
    settingsOfChats: async (_: unknown, chats: readonly object[]) => {
      asked.push(...chats);
      return ({ socialAccountId }: { socialAccountId: string }) => ({
        receiveTranslationEnable: socialAccountId !== untranslated,
        receiveSourceLanguage: written,
      });
    },
  };
  const fakes = {
    translation,
    changes: {
      announce: (_: unknown, place: { chatId: string }, row: { original: string }) =>
        announced.push([place.chatId, row.original]),
    },
    sensitiveWords: { versionsOf: async () => new Map(), search: async () => [], record: async () => null },
    recentMessages: { keep: () => undefined },
    queue: { runAfterCommit: addJobsWithCommit },
    now: () => now,
  };
  // They have the functions that acceptInbound calls.
  const deps = fakes as unknown as InboundDeps;
  return transaction(database, (tx) => acceptInbound(tx, deps, batch));
}
const chats = async () => {
  const { rows } = await database.db.execute(sql`
    select chat_id as chat, kind, title, fan_id is not null as fan, unread, last_seq as seq,
      language_prior ->> 'language' as language, sub_account_id as "subAccountId",
      (select original from messages m where m.id = c.last_message_id) as last,
      extract(epoch from last_message_at) * 1000 as at
    from conversations c where workspace_id = ${workspaceId} order by chat_id, social_account_id`);
  return rows;
};
const jobs = async () => {
  const { rows } = await database.db.execute<{
    task: string;
    payload: { messageId: string; round?: number };
  }>(sql`
    select t.identifier as task, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`);
  return rows.map(({ task, payload }) => ({ task, ...payload }));
};
const translate = (it: { id: string }) => ({
  task: 'conversations.translate-inbound',
  workspaceId,
  messageId: it.id,
  round: 0,
  asked: false,
  fresh: true,
});

describe('acceptInbound', () => {
  it('opens a conversation for the first message of a chat, and translates and announces it', async () => {
    const [added] = await accept([message()]);
    expect(added).toMatchObject({
      seq: 1,
      changedSeq: 1,
      direction: 'in',
      original: 'Hola',
      translationState: 'pending',
      delivery: 'received',
      sentAt: new Date(now - 1_000),
      createdAt: new Date(now),
    });
    expect(await chats()).toEqual([
      {
        chat: 'marta',
        kind: 'private',
        title: 'Marta',
        fan: true,
        unread: 1,
        seq: 1,
        language: 'es',
        subAccountId: shop.subAccountId,
        last: 'Hola',
        at: now,
      },
    ]);
    expect(asked).toEqual([
      {
        workspaceId,
        subAccountId: shop.subAccountId,
        socialAccountId: shop.id,
        chatId: 'marta',
      },
    ]);
    expect(announced).toEqual([['marta', 'Hola']]);
    expect(await jobs()).toEqual([added && translate(added)]);
  });

  it('ignores a redelivered message, in the same batch or later', async () => {
    const one = message();
    const added = await accept([one, { ...one, text: 'Adiós' }]);
    expect(added.map(({ original }) => original)).toEqual(['Hola']);
    expect(await accept([one])).toEqual([]);
    expect(announced).toHaveLength(1);
    expect(await jobs()).toHaveLength(1);
    expect(await chats()).toMatchObject([{ unread: 1, seq: 1 }]);
  });

  it('numbers messages per conversation in the order of the batch, after existing ones', async () => {
    await accept([message({ text: 'a1' }), message({ text: 'b1', chatId: 'ben' })]);
    const later = [
      message({ text: 'b2', chatId: 'ben' }),
      message({ text: 'a2' }),
      message({ text: 'c1', chatId: 'carl' }),
      message({ text: 'a3' }),
    ];
    const added = await accept(later);
    expect(new Map(added.map(({ original, seq }) => [original, seq]))).toEqual(
      new Map([
        ['a2', 2],
        ['a3', 3],
        ['b2', 2],
        ['c1', 1],
      ]),
    );
    expect(added.map(({ seq }) => seq)).toEqual([1, 2, 2, 3]);
    expect(await chats()).toMatchObject([
      { chat: 'ben', unread: 2, seq: 2, last: 'b2' },
      { chat: 'carl', unread: 1, seq: 1, last: 'c1' },
      { chat: 'marta', unread: 3, seq: 3, last: 'a3' },
    ]);
    expect(announced.slice(2).sort()).toEqual([
      ['ben', 'b2'],
      ['carl', 'c1'],
      ['marta', 'a2'],
      ['marta', 'a3'],
    ]);
  });

  it('keeps chats with the same id in two accounts apart, each with its fan and settings', async () => {
    const support = await openAccount();
    const added = await accept([message(), message({ account: support, text: 'Buenas' })], {
      untranslated: support.id,
    });
    expect(new Set(added.map(({ conversationId }) => conversationId)).size).toBe(2);
    expect(added.find(({ original }) => original === 'Buenas')?.translationState).toBe('none');
    expect(await jobs()).toEqual(added.filter(({ original }) => original === 'Hola').map(translate));
    const { rows } = await database.db.execute(sql`
      select fan_id as fan, social_account_id as account, verdict, sub_account_id as "subAccountId"
      from fan_verdicts where workspace_id = ${workspaceId} order by verdict`);
    expect(rows).toMatchObject([
      { account: shop.id, verdict: 'new', subAccountId: shop.subAccountId },
      { account: support.id, verdict: 'repeat', subAccountId: support.subAccountId },
    ]);
    expect(rows[0]?.fan).toBe(rows[1]?.fan);
  });

  it('counts no fan in a group, and gives each private chat of a batch its own', async () => {
    const group = { chatKind: 'group', chatId: 'a group', chatTitle: 'Runners' } as const;
    const ben = { chatId: 'ben', from: { id: 'ben', displayName: 'Ben', language: null } };
    await accept([message(group), message(), message(group), message(ben)]);
    expect(await chats()).toMatchObject([
      { chat: 'a group', kind: 'group', title: 'Runners', fan: false, unread: 2 },
      { chat: 'ben', fan: true },
      { chat: 'marta', fan: true },
    ]);
    const { rows } = await database.db.execute(sql`
      select c.chat_id as chat, i.platform_user_id as person, f.display_name as name, v.platform_message_id as message
      from conversations c
      join fan_identities i on i.fan_id = c.fan_id join fans f on f.id = c.fan_id
      join fan_verdicts v on v.fan_id = c.fan_id
      where c.workspace_id = ${workspaceId} order by 1`);
    expect(rows).toMatchObject([
      { chat: 'ben', person: 'ben', name: 'Ben' },
      { chat: 'marta', person: 'marta', name: 'Marta' },
    ]);
  });

  it('reads no phone number from the beginning of a longer text', async () => {
    const shared = { id: 'marta', displayName: 'Marta', language: 'es' };
    const longest = `+34 600 000 00${' '.repeat(16)}`;
    for (const phone of [`${longest}7 or 8`, '+34 600 000 009'])
      await accept([message({ from: { ...shared, phone } })]);
    const { rows } = await database.db.execute<{ number: string }>(sql`
      select platform_user_id as number from fan_identities
      where workspace_id = ${workspaceId} and platform = 'phone' order by number`);
    expect(rows.map(({ number }) => number)).toEqual(['34600000009']);
  });

  it('counts a person of an account’s history as base', async () => {
    await accept([message({ history: true })]);
    const { rows } = await database.db.execute(
      sql`select verdict, extract(epoch from decided_at) * 1000 as at from fan_verdicts where workspace_id = ${workspaceId}`,
    );
    expect(rows).toEqual([{ verdict: 'base', at: now }]);
  });

  it.each([
    ['of its chat', { chatTitle: 'Marta S.', name: 'Marta' }, 'Marta S.'],
    ['of its sender', { chatTitle: null, name: 'Marta' }, 'Marta'],
    ['of its sender’s id', { chatTitle: null, name: null }, 'marta'],
    [
      'of 200 characters of a longer one',
      { chatTitle: 'x'.repeat(201), name: 'y'.repeat(201) },
      'x'.repeat(200),
    ],
  ])('calls a conversation by the name %s', async (_, { chatTitle, name }, title) => {
    await accept([message({ chatTitle, from: { id: 'marta', displayName: name, language: null } })]);
    expect(await chats()).toMatchObject([{ title }]);
    const { rows } = await database.db.execute(
      sql`select display_name as name from fans where workspace_id = ${workspaceId}`,
    );
    expect(rows).toEqual([{ name: name?.slice(0, 200) ?? null }]);
  });

  it('names a conversation after its first message, and creates it once', async () => {
    await accept([message({ chatTitle: 'Runners' }), message({ chatTitle: 'Swimmers' })]);
    await accept([message({ chatTitle: 'Cyclists' })]);
    expect(await chats()).toMatchObject([{ title: 'Runners', unread: 3 }]);
  });

  it('adds one job for the new messages of a chat whose sub-account replies automatically', async () => {
    const answering = await openAccount({ answers: true });
    const added = await accept([
      message({ account: answering, text: 'one' }),
      message({ account: answering, text: 'two' }),
      message(),
    ]);
    const idOf = (text: string) => added.find(({ original }) => original === text)?.id;
    expect((await jobs()).filter(({ task }) => task === 'conversations.message-arrived')).toEqual([
      { task: 'conversations.message-arrived', workspaceId, messageId: idOf('one'), others: [idOf('two')] },
    ]);
  });

  const echo = (text: string, given: Partial<Inbound> = {}) =>
    message({
      author: 'business',
      from: { id: 'marta', displayName: null, language: null },
      text,
      ...given,
    });

  it('shows what the business writes in another program as its own, read and without a fan', async () => {
    const [added] = await accept([echo('Buenos días', { referenceId: 'phone 1' })]);
    expect(added).toMatchObject({
      direction: 'out',
      delivery: 'sent',
      translationState: 'none',
      authorSubAccountId: null,
      referenceId: 'phone 1',
    });
    expect(await chats()).toMatchObject([
      { title: 'marta', fan: false, unread: 0, seq: 1, last: 'Buenos días' },
    ]);
    expect(await jobs()).toEqual([]);
    await accept([message()]);
    expect(await chats()).toMatchObject([{ title: 'Marta', fan: true, unread: 1, seq: 2 }]);
    await accept([message({ chatId: 'ben', from: { id: 'ben', displayName: 'Ben', language: null } })]);
    await accept([echo('Hola', { chatId: 'ben', from: { id: 'ben', displayName: null, language: null } })]);
    expect(await chats()).toMatchObject([{ title: 'Ben', fan: true, unread: 1 }, {}]);
  });

  it('skips what Parley has sent itself, under its id or the platform’s', async () => {
    const [first] = await accept([message()]);
    const mine = newId();
    await database.db.execute(sql`
      insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
                            translation_state, delivery, author_sub_account_id, sent_at)
      values (${workspaceId}, ${mine}, ${first?.conversationId}, ${shop.id}, 2, 2, 'out', 'text', 'Hola', 'none', 'sending',
              ${shop.subAccountId}, now())`);
    await database.db.execute(sql`update conversations set last_seq = 2 where workspace_id = ${workspaceId}`);
    const again = echo('Hola', { referenceId: mine });
    const other = echo('Buenas');
    expect((await accept([again, other])).map(({ original, seq }) => [original, seq])).toEqual([
      ['Buenas', 3],
    ]);
    expect(await accept([again, other])).toEqual([]);
  });

  it('ends the customer’s wait as an agent’s answer does, and neither reopens nor wakes the conversation', async () => {
    const state = async () => {
      const { rows } = await database.db.execute(sql`
        select waiting_since is not null as waits, closed_at is not null as closed, snoozed_until is not null as snoozed
        from conversations where workspace_id = ${workspaceId}`);
      return rows[0];
    };
    await accept([message()]);
    expect(await state()).toMatchObject({ waits: true });
    await database.db.execute(sql`
      update conversations set closed_at = now(), snoozed_until = now() where workspace_id = ${workspaceId}`);
    await accept([echo('Buenos días')]);
    expect(await state()).toEqual({ waits: false, closed: true, snoozed: true });
    await accept([echo('¿En qué color?'), message({ text: 'Azul' })]);
    expect(await state()).toEqual({ waits: true, closed: false, snoozed: false });
    await accept([message({ text: 'No, rojo' }), echo('Vale')]);
    expect(await state()).toMatchObject({ waits: false });
  });

  it('replies automatically to no message of the business’s', async () => {
    const answering = await openAccount({ answers: true });
    await accept([echo('Hola', { account: answering })]);
    expect(await jobs()).toEqual([]);
  });

  it('identifies the languages of a chat’s lines one after the other, and a redelivered line once', async () => {
    const [one, two] = [message(), message({ text: '¿Tienen camisas?' })];
    const added = await accept([one, one, two]);
    expect(added.map(({ originalLanguage }) => originalLanguage)).toEqual(['es', 'es']);
    const { rows } = await database.db.execute(sql`
      select customer_language as language, language_prior -> 'support' as support from conversations
      where workspace_id = ${workspaceId}`);
    // The first one is the language of the customer's program.
    expect(rows).toEqual([{ language: 'es', support: 3 }]);
  });

  it('identifies no language in groups, in chats with a set one, and without translation', async () => {
    await accept([message({ chatKind: 'group', chatTitle: 'Shirts' })]);
    await accept([message({ chatId: 'set' })], { written: 'fr' });
    await accept([message({ chatId: 'plain' })], { untranslated: shop.id });
    const { rows } = await database.db.execute(sql`
      select distinct original_language as language from messages where workspace_id = ${workspaceId}`);
    expect(rows).toEqual([{ language: null }]);
  });

  it('rejects the whole batch when one of its sub-accounts is deleted', async () => {
    const gone = { ...shop, id: newId(), subAccountId: newId() };
    await expect(accept([message(), message({ account: gone })])).rejects.toThrow('is gone');
    expect(await chats()).toEqual([]);
  });
});
