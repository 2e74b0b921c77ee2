import type { TranslationSettings } from '@parley/contract/conversations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import type { SettingsSubject } from './queries.ts';
import { createSettings } from './translation-settings.ts';

const line = (id: string) => ({ id, engines: [], limitMs: 0 });
const ai = line('ai');
const lines = new Map([ai, line('fast'), line('fine')].map((it) => [it.id, it]));
const settings = createSettings({ lines, lineOrDefault: (id) => lines.get(id) ?? ai });
const says = (some: Partial<TranslationSettings>): TranslationSettings => ({
  translationMode: null,
  receiveTranslationEnable: null,
  receiveSourceLanguage: null,
  receiveTargetLanguage: null,
  sendTranslationEnable: null,
  sendTargetLanguage: null,
  ...some,
});

let test: TestDatabase;
let database: Database;
let workspaceId: WorkspaceId;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, createLog('silent'));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(() => {
  workspaceId = trustWorkspaceId(newId());
});

const put = (subject: SettingsSubject, own: TranslationSettings | null, workspace = workspaceId) =>
  transaction(database, (tx) => settings.putSettings(tx, workspace, subject, own));
const placed = () => ({ conversationId: newId(), socialAccountId: newId(), subAccountId: newId() });

describe('translation settings', () => {
  it('returns the specification’s settings where no level sets any', async () => {
    expect(await settings.resolveSettings(database, { workspaceId, ...placed() })).toEqual({
      translationMode: 'ai',
      receiveTranslationEnable: true,
      receiveSourceLanguage: 'auto',
      receiveTargetLanguage: 'zh-CN',
      sendTranslationEnable: true,
      sendTargetLanguage: 'auto',
    });
  });

  it('resolves each setting from the nearest level that sets it', async () => {
    const place = placed();
    await put(
      { level: 'workspace', subjectId: workspaceId },
      says({
        translationMode: 'fast',
        receiveTargetLanguage: 'en',
        sendTargetLanguage: 'de',
        receiveSourceLanguage: 'fr',
      }),
    );
    await put(
      { level: 'sub-account', subjectId: place.subAccountId },
      says({ receiveTargetLanguage: 'ja', sendTargetLanguage: 'es', receiveSourceLanguage: 'it' }),
    );
    await put(
      { level: 'social-account', subjectId: place.socialAccountId },
      says({ sendTargetLanguage: 'pt', receiveSourceLanguage: 'ko' }),
    );
    await put(
      { level: 'conversation', subjectId: place.conversationId },
      says({ sendTranslationEnable: false, receiveSourceLanguage: 'ru' }),
    );
    expect(await settings.resolveSettings(database, { workspaceId, ...place })).toEqual({
      translationMode: 'fast',
      receiveTranslationEnable: true,
      receiveSourceLanguage: 'ru',
      receiveTargetLanguage: 'ja',
      sendTranslationEnable: false,
      sendTargetLanguage: 'pt',
    });
    const { conversationId: _, ...withoutConversation } = place;
    expect(await settings.resolveSettings(database, { workspaceId, ...withoutConversation })).toMatchObject({
      sendTranslationEnable: true,
      receiveSourceLanguage: 'ko',
    });
  });

  it('restores the inherited settings when a level’s own are withdrawn or empty', async () => {
    const subject = { level: 'conversation', subjectId: newId() } as const;
    const own = says({ translationMode: 'fine' });
    await put(subject, own);
    expect(await settings.ownSettings(database, workspaceId, subject)).toEqual(own);
    await put(subject, null);
    expect(await settings.ownSettings(database, workspaceId, subject)).toBeNull();
    await put(subject, own);
    await put(subject, says({}));
    expect(await settings.ownSettings(database, workspaceId, subject)).toBeNull();
  });

  it('replaces the earlier settings as a whole', async () => {
    const subject = { level: 'sub-account', subjectId: newId() } as const;
    await put(subject, says({ translationMode: 'fine', sendTargetLanguage: 'es' }));
    await put(subject, says({ translationMode: 'fast' }));
    expect(await settings.ownSettings(database, workspaceId, subject)).toEqual(
      says({ translationMode: 'fast' }),
    );
  });

  it('refuses a line that does not exist, and changes nothing', async () => {
    const subject = { level: 'workspace', subjectId: workspaceId } as const;
    await expect(put(subject, says({ translationMode: 'gone' }))).rejects.toMatchObject({
      error: 'translation.line-unknown',
    });
    expect(await settings.ownSettings(database, workspaceId, subject)).toBeNull();
  });

  it('uses the account’s settings while a chat has no conversation, and then the conversation’s', async () => {
    const { conversationId, socialAccountId, subAccountId } = placed();
    const chat = { workspaceId, subAccountId, socialAccountId, chatId: 'marta' };
    const place = { workspaceId, subAccountId, socialAccountId, conversationId };
    await put({ level: 'social-account', subjectId: socialAccountId }, says({ receiveTargetLanguage: 'fr' }));
    await put({ level: 'conversation', subjectId: conversationId }, says({ receiveTargetLanguage: 'de' }));
    const before = await settings.settingsOfChats(database, [chat]);
    expect(before(place).receiveTargetLanguage).toBe('fr');
    await database.pool.query('insert into workspaces (id) values ($1)', [workspaceId]);
    await database.pool.query(
      `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark) values ($1, $2, $3, '', '')`,
      [workspaceId, subAccountId, subAccountId],
    );
    await database.pool.query(
      `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
       values ($1, $2, 'telegram', '', '', '', $3, '')`,
      [workspaceId, socialAccountId, subAccountId],
    );
    await database.pool.query(
      `insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title)
       values ($1, $2, $3, $4, 'telegram', 'marta', 'private', '')`,
      [workspaceId, conversationId, socialAccountId, subAccountId],
    );
    const after = await settings.settingsOfChats(database, [chat, { ...chat, chatId: 'ben' }]);
    expect(after(place).receiveTargetLanguage).toBe('de');
    expect(after({ ...place, conversationId: newId() }).receiveTargetLanguage).toBe('fr');
  });

  it('falls back to the default line when the chosen one was removed from the configuration', async () => {
    const before = new Map([...lines, ['old', line('old')]]);
    const earlier = createSettings({ lines: before, lineOrDefault: (id) => before.get(id) ?? ai });
    const subject = { level: 'workspace', subjectId: workspaceId } as const;
    await transaction(database, (tx) =>
      earlier.putSettings(tx, workspaceId, subject, says({ translationMode: 'old' })),
    );
    expect(await settings.resolveSettings(database, { workspaceId })).toMatchObject({
      translationMode: 'ai',
    });
  });

  it('keeps settings within their workspace', async () => {
    const subject = { level: 'conversation', subjectId: newId() } as const;
    await put(subject, says({ receiveTargetLanguage: 'fr' }));
    const other = trustWorkspaceId(newId());
    expect(await settings.ownSettings(database, other, subject)).toBeNull();
    expect(
      await settings.resolveSettings(database, { workspaceId: other, conversationId: subject.subjectId }),
    ).toMatchObject({ receiveTargetLanguage: 'zh-CN' });
  });
});
