import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { type ConversationRow, conversations } from '../../../schema/conversations.ts';
import { unidentified } from './customer-language.ts';
import {
  findUntranslated,
  insertChats,
  insertInbound,
  moveLanguage,
  type NewInbound,
  storeTranslated,
  type TranslatedMessage,
} from './store.ts';

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
let socialAccountId: string;
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  const subAccountId = newId();
  socialAccountId = newId();
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${subAccountId}, ${subAccountId}, '', 'Agent')`);
  await database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
    values (${workspaceId}, ${socialAccountId}, 'telegram', 'Shop', ${socialAccountId}, '', ${subAccountId}, '')`);
});

async function openChat(chatId = 'marta', subAccountId = newId()): Promise<string> {
  const id = newId();
  const chat = { workspaceId, socialAccountId, subAccountId, platform: 'telegram', chatId } as const;
  const rest = { kind: 'private', title: 'Marta', fanId: null, languagePrior: null } as const;
  await transaction(database, (tx) => insertChats(tx, [{ ...chat, ...rest, id }]));
  return id;
}
/** A line that waits for its translation. */
const line = (conversationId: string, given: Partial<NewInbound>): NewInbound => ({
  ...unidentified,
  ord: 0,
  id: newId(),
  workspaceId,
  conversationId,
  socialAccountId,
  kind: 'text',
  direction: 'in',
  sentAsId: null,
  platformMessageId: newId(),
  referenceId: null,
  memberId: null,
  memberName: null,
  mentions: null,
  original: 'Hola',
  attachment: null,
  fileId: null,
  translationState: 'pending',
  sentAt: now,
  ...given,
});
async function add(conversationId: string, ...texts: string[]): Promise<string[]> {
  const rows = texts.map((original, ord) => line(conversationId, { ord, original }));
  await transaction(database, (tx) => insertInbound(tx, rows, now));
  return rows.map(({ id }) => id);
}
const conversation = async (id: string): Promise<ConversationRow> => {
  const [row] = await database.db.select().from(conversations).where(eq(conversations.id, id));
  if (!row) throw new Error('no conversation');
  return row;
};
const translated = (
  conversationId: string,
  id: string,
  given: Partial<TranslatedMessage> = {},
): TranslatedMessage => ({
  workspaceId,
  conversationId,
  id,
  edits: 0,
  originalLanguage: 'es',
  translation: 'Hello',
  translationLanguage: 'en',
  translationState: 'done',
  translationProblem: null,
  characters: 4,
  ...given,
});
const store = async (...rows: TranslatedMessage[]) => {
  const stored = await transaction(database, (tx) => storeTranslated(tx, rows));
  return stored.map((it) => it?.message ?? null);
};
const waiting = async (...messageIds: string[]) =>
  (
    await findUntranslated(
      database,
      messageIds.map((messageId) => ({ workspaceId, messageId })),
    )
  ).map((it) => it && [it.message.original, it.conversation.chatId]);

describe('insertChats', () => {
  it('gives a conversation to the sub-account that has the social account now', async () => {
    const { rows } = await database.db.execute<{ owner: string }>(
      sql`select sub_account_id as owner from social_accounts where id = ${socialAccountId}`,
    );
    expect((await conversation(await openChat())).subAccountId).toBe(rows[0]?.owner);
  });

  it('leaves an existing chat unchanged', async () => {
    const id = await openChat();
    const second = await openChat();
    const { rows } = await database.db.execute(
      sql`select id from conversations where id in (${id}, ${second})`,
    );
    expect(rows).toEqual([{ id }]);
  });
});

describe('insertInbound', () => {
  const prior = (support: number) => ({ language: 'es', support, challenger: null });
  const insert = (...rows: NewInbound[]) => transaction(database, (tx) => insertInbound(tx, rows, now));

  it('stores the languages of lines, and the last evidence of each conversation', async () => {
    const id = await openChat();
    const added = await insert(
      line(id, { originalLanguage: 'es', customerLanguage: 'es', languagePrior: prior(1) }),
      line(id, { ord: 1, originalLanguage: 'fr', customerLanguage: 'es', languagePrior: prior(2) }),
      line(id, { ord: 2 }),
    );
    expect(added.map(({ originalLanguage }) => originalLanguage)).toEqual(['es', 'fr', null]);
    expect(await conversation(id)).toMatchObject({ customerLanguage: 'es', languagePrior: prior(2) });
    await insert(line(id, { original: 'no evidence' }));
    expect(await conversation(id)).toMatchObject({ customerLanguage: 'es', languagePrior: prior(2) });
  });

  it('stores no evidence of a redelivered line', async () => {
    const id = await openChat();
    const first = line(id, { originalLanguage: 'es', customerLanguage: 'es', languagePrior: prior(1) });
    await insert(first);
    expect(await insert({ ...first, id: newId(), languagePrior: prior(2) })).toEqual([]);
    expect(await conversation(id)).toMatchObject({ languagePrior: prior(1) });
  });
});

describe('storeTranslated', () => {
  it('stores each translation with the next numbers of its conversation, in the order given', async () => {
    const [marta, ben] = [await openChat('marta'), await openChat('ben')];
    const [one = '', two = ''] = await add(marta, 'one', 'two');
    const [other = ''] = await add(ben, 'other');
    const failure = {
      translation: null,
      translationLanguage: null,
      translationState: 'failed',
      translationProblem: 'characters-short',
      characters: 0,
    } as const;
    const rows = await store(
      translated(marta, two),
      translated(ben, other, failure),
      translated(marta, one, { translation: 'First', originalLanguage: 'pt' }),
    );
    expect(rows).toMatchObject([
      { id: two, seq: 2, changedSeq: 3, translation: 'Hello', translationState: 'done', characters: 4 },
      { id: other, seq: 1, changedSeq: 2, originalLanguage: 'es', ...failure },
      { id: one, seq: 1, changedSeq: 4, translation: 'First', originalLanguage: 'pt' },
    ]);
    expect((await conversation(marta)).lastSeq).toBe(4);
    expect((await conversation(ben)).lastSeq).toBe(2);
  });

  it('returns null for a message that no longer waits, and for one named twice', async () => {
    const chat = await openChat();
    const [one = '', two = ''] = await add(chat, 'one', 'two');
    await store(translated(chat, one));
    const again = { translation: 'Another' };
    const rows = await store(
      translated(chat, one, again),
      translated(chat, two),
      translated(chat, two, again),
      translated(chat, newId()),
    );
    expect(rows.map((row) => row && [row.original, row.translation])).toEqual([
      null,
      ['two', 'Hello'],
      null,
      null,
    ]);
    expect((await conversation(chat)).lastSeq).toBe(4);
  });

  it('stores the translation of a message that has failed before', async () => {
    const chat = await openChat();
    const [one = ''] = await add(chat, 'one');
    await store(translated(chat, one, { translationState: 'failed' }));
    expect(await waiting(one)).toEqual([['one', 'marta']]);
    expect(await store(translated(chat, one))).toMatchObject([{ changedSeq: 3, translationState: 'done' }]);
    expect(await waiting(one)).toEqual([null]);
  });
});

it('findUntranslated returns messages in the requested order, and null for translated or deleted ones', async () => {
  const [marta, ben] = [await openChat('marta'), await openChat('ben')];
  const [one = '', two = ''] = await add(marta, 'one', 'two');
  const [three = ''] = await add(ben, 'three');
  await store(translated(marta, one));
  expect(await waiting(three, one, newId(), two)).toEqual([['three', 'ben'], null, null, ['two', 'marta']]);
});

describe('moveLanguage', () => {
  const prior = { language: 'es', support: 1, challenger: null };

  it('stores an assumed language in place of the previous one, and in no other conversation', async () => {
    const [marta, ben] = [await openChat('marta'), await openChat('ben')];
    const before = await conversation(marta);
    expect(await moveLanguage(database, before, prior, 'es')).toBe(true);
    const after = await conversation(marta);
    expect(after).toMatchObject({ customerLanguage: 'es', languagePrior: prior });
    expect(await conversation(ben)).toMatchObject({ customerLanguage: null, languagePrior: null });
    expect(await moveLanguage(database, after, { ...prior, support: 2 }, 'pt')).toBe(true);
  });

  it('stores nothing once the assumed language has changed or a language is pinned', async () => {
    const id = await openChat();
    const before = await conversation(id);
    await moveLanguage(database, before, prior, 'es');
    expect(await moveLanguage(database, before, null, 'pt')).toBe(false);
    const after = await conversation(id);
    await database.db
      .update(conversations)
      .set({ customerLanguagePinned: true })
      .where(eq(conversations.id, id));
    expect(await moveLanguage(database, after, null, 'pt')).toBe(false);
    expect(await conversation(id)).toMatchObject({ customerLanguage: 'es', languagePrior: prior });
  });
});
