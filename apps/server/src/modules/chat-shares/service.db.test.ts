/** Links to conversations in a real database: what they show, to whom, and until when. */
import { sharedAtOnce } from '@parley/contract/chat-shares';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { chatShareGuesses, chatShares } from '../../schema/chat-shares.ts';
import { chatRetention } from '../../schema/conversations/retention.ts';
import { conversations, messages } from '../../schema/conversations.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { setOwnerDisabled } from '../../testing/owner-row.ts';
import {
  type ChatSharesHarness,
  type SharingWorld,
  startChatSharesHarness,
} from './testing/chat-shares-harness.ts';

const dayMs = 86_400_000;
let harness: ChatSharesHarness;
let world: SharingWorld;
beforeAll(async () => {
  harness = await startChatSharesHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.world();
});

const refused = (error: string) => expect.objectContaining({ error });
const textsOf = ({ messages: shown }: { messages: readonly { text: string }[] }) =>
  shown.map(({ text }) => text);
const byPassword = (password = 'kite42') => ({ access: 'password', password }) as const;

describe('the view of a link', () => {
  it('shows a conversation in both languages, with the customer’s name', async () => {
    const { token } = await world.share(await world.chat('Hola, quiero comprar la casa'));
    expect(await harness.read(token)).toEqual({
      title: 'Order 1042',
      name: 'Marta',
      visitor: null,
      expiresAt: null,
      more: false,
      gone: [],
      lastSeq: 1,
      messages: [
        expect.objectContaining({
          seq: 1,
          from: 'customer',
          sender: null,
          text: 'Hola, quiero comprar la casa',
          translation: 'Hola, quiero comprar la casa, translated',
          translationLanguage: 'en',
          edited: false,
        }),
      ],
    });
  });

  it('reads a long conversation backwards, some messages at a time', async () => {
    const lines = Array.from({ length: sharedAtOnce + 21 }, (_, at) => `line ${at + 1}`);
    const { token } = await world.share(await world.chat(...lines));
    const last = await harness.read(token);
    expect([last.messages.length, last.more]).toEqual([sharedAtOnce, true]);
    const before = last.messages[0]?.seq ?? 0;
    const first = await harness.read(token, { before });
    expect([first.messages.length, first.more]).toEqual([21, false]);
    expect(first.messages.at(-1)?.seq).toBe(before - 1);
  });

  it('returns what is new, changed or gone since an event', async () => {
    const chat = await world.chat('Hola');
    const { token } = await world.share(chat);
    const { lastSeq } = await harness.read(token);
    expect(await harness.read(token, { since: lastSeq })).toMatchObject({ messages: [], gone: [], lastSeq });
    await world.write(chat, 2, 'Gracias');
    const news = await harness.read(token, { since: lastSeq });
    expect([textsOf(news), news.lastSeq]).toEqual([['Gracias'], 2]);
    await world.change(chat, { deletedAt: new Date(), changedSeq: 3 });
    const gone = { messages: [], gone: [1], lastSeq: 3 };
    expect(await harness.read(token, { since: 2 })).toMatchObject(gone);
  });

  it.each<[string, Parameters<SharingWorld['change']>[1]]>([
    ['isn’t kept', { withheld: true }],
    ['is erased', { erasedAt: new Date() }],
    ['was taken back by its author', { deletedAt: new Date() }],
    ['is on its way', { direction: 'out', delivery: 'queued' }],
    ['failed', { direction: 'out', delivery: 'failed' }],
  ])('shows no message that %s', async (_, changes) => {
    const chat = await world.chat('Hola', 'Gracias');
    const { token } = await world.share(chat);
    expect(textsOf(await harness.read(token))).toEqual(['Hola', 'Gracias']);
    await world.change(chat, changes);
    const { name, ...shown } = await harness.read(token);
    expect([textsOf(shown), name]).toEqual([['Gracias'], 'Marta']);
    expect(textsOf(await harness.read(token, { since: 0 }))).toEqual(['Gracias']);
  });

  it('shows the agent’s message once it was sent, and marks an edited one', async () => {
    const chat = await world.chat('Hola');
    const { token } = await world.share(chat);
    const edited = { editedAt: new Date(), edits: 1, original: 'Adiós' };
    await world.change(chat, { direction: 'out', delivery: 'sent', ...edited });
    const shown = { from: 'business', text: 'Adiós', edited: true };
    expect((await harness.read(token)).messages).toMatchObject([shown]);
  });

  it('applies the retention of texts before they are erased', async () => {
    const chat = await world.chat('Hola');
    const { token } = await world.share(chat);
    await world.change(chat, { sentAt: new Date(harness.clock.now() - 40 * dayMs) });
    expect(textsOf(await harness.read(token))).toEqual(['Hola']);
    await harness.database.db.insert(chatRetention).values({ workspaceId: world.workspaceId, days: 30 });
    expect(textsOf(await harness.read(token))).toEqual([]);
  });

  it('signs addresses of shown files only', async () => {
    const chat = await world.chat('Hola', 'Gracias');
    const { token } = await world.share(chat);
    const fileId = newId();
    const shown = {
      type: 'media',
      state: 'ready',
      name: 'a.png',
      contentType: 'image/png',
      size: 3,
    } as const;
    const unknown = { width: null, height: null, durationMs: null };
    const stored = { ...shown, ...unknown, problem: null, key: 'platform-handle' };
    await world.change(chat, { kind: 'image', fileId, attachment: stored });
    const [image] = (await harness.read(token)).messages;
    expect(image?.attachment).toEqual({ ...shown, ...unknown, hasPreview: false });
    expect(await harness.linkToFile(token, 1)).toMatchObject({
      url: expect.stringMatching(`^/api/files/${fileId}\\?expires=`),
    });
    await expect(harness.linkToFile(token, 2)).rejects.toEqual(refused('file.not-found'));
    await world.change(chat, { deletedAt: new Date() });
    await expect(harness.linkToFile(token, 1)).rejects.toEqual(refused('file.not-found'));
  });
});

describe('the password of a link', () => {
  it('opens the link, and closes it to earlier visitors when it changes', async () => {
    const chat = await world.chat('Hola');
    const [link, next] = [await world.share(chat, byPassword()), await world.share(chat, byPassword())];
    const needed = refused('auth.pass-required');
    await expect(harness.read(link.token)).rejects.toEqual(needed);
    for (const none of [undefined, '']) await expect(harness.open(link.token, none)).rejects.toEqual(needed);
    await expect(harness.open(link.token, 'wrong1')).rejects.toEqual(refused('chat-share.wrong-password'));
    const pass = await harness.passOf(link.token, 'kite42');
    expect(textsOf(await harness.read(link.token, {}, pass))).toEqual(['Hola']);
    await expect(harness.read(next.token, {}, pass), 'a pass is for one link').rejects.toEqual(needed);
    expect(await world.passwordOf(link.id)).toBe('kite42');
    await world.update(link.id, 1, byPassword('kite42'));
    expect(textsOf(await harness.read(link.token, {}, pass)), 'the same one').toEqual(['Hola']);
    await world.update(link.id, 2, byPassword('新密码四'));
    await expect(harness.read(link.token, {}, pass)).rejects.toEqual(needed);
    expect((await harness.open(link.token, '新密码四')).pass).not.toBeNull();
    const late = world.update(link.id, 2, { access: 'password' });
    await expect(late).rejects.toEqual(refused('resource.stale'));
  });

  it('refuses to save a link that requires a password without one', async () => {
    const chat = await world.chat('Hola');
    const needed = refused('chat-share.password-needed');
    await expect(world.share(chat, { access: 'password' })).rejects.toEqual(needed);
    const { id } = await world.share(chat);
    await expect(world.update(id, 1, { access: 'password' })).rejects.toEqual(needed);
    await world.update(id, 1, byPassword());
    expect(await world.update(id, 2, { access: 'password' })).toMatchObject({ version: 3 });
  });

  it('locks an address for ten minutes after the fifth wrong one, and no other address', async () => {
    const { token } = await world.share(await world.chat('Hola'), byPassword());
    const address = harness.newAddress();
    const tries = await Promise.allSettled(
      Array.from({ length: 9 }, () => harness.open(token, 'guess1', address)),
    );
    const errors = tries.map((one) => (one.status === 'rejected' ? one.reason.error : 'opened'));
    const counts = [...Map.groupBy(errors, (error) => error)].map(([error, all]) => [error, all.length]);
    expect(Object.fromEntries(counts)).toEqual({ 'chat-share.wrong-password': 5, 'request.too-many': 4 });
    await expect(harness.open(token, 'kite42', address)).rejects.toMatchObject({
      error: 'request.too-many',
      details: { seconds: 600 },
    });
    expect((await harness.open(token, 'kite42')).pass).not.toBeNull();
    harness.clock.advance(600_001);
    expect((await harness.open(token, 'kite42', address)).pass).not.toBeNull();
  });
});

describe('a link that is not open', () => {
  it('refuses with the reason once it is disabled, cancelled or deleted', async () => {
    const link = await world.share(await world.chat('Hola'), byPassword());
    const pass = await harness.passOf(link.token, 'kite42');
    const expectRefused = async (error: string) => {
      await expect(harness.read(link.token, {}, pass)).rejects.toEqual(refused(error));
      await expect(harness.open(link.token, 'kite42')).rejects.toEqual(refused(error));
    };
    await world.enable(link.id, false);
    await expectRefused('chat-share.disabled');
    await world.enable(link.id, true);
    await setOwnerDisabled(harness.database, world.workspaceId, true);
    await expectRefused('chat-share.disabled');
    await setOwnerDisabled(harness.database, world.workspaceId, false);
    expect(textsOf(await harness.read(link.token, {}, pass))).toEqual(['Hola']);
    await world.cancel(link.id);
    await expectRefused('chat-share.cancelled');
    await expect(world.enable(link.id, true)).rejects.toEqual(refused('chat-share.cancelled'));
    expect(await world.get(link.id)).toMatchObject({ opens: 1 });
    await world.remove(link.id);
    await expectRefused('chat-share.not-found');
    await expect(harness.read('nothing')).rejects.toEqual(refused('chat-share.not-found'));
  });

  it('records what its owner did on the conversation, without a password', async () => {
    const chat = await world.chat('Hola');
    const { id } = await world.share(chat, byPassword());
    await world.update(id, 1, { ...byPassword('kite43'), title: 'Order 7' });
    await world.cancel(id);
    const entries = await world.audited(chat);
    expect(entries.map(({ action }) => action)).toEqual([
      'chat-share.created',
      'chat-share.changed',
      'chat-share.password-changed',
      'chat-share.cancelled',
    ]);
    expect(JSON.stringify(entries)).not.toContain('kite');
  });

  it('expires after its days, counted from the sharing', async () => {
    const conversationId = await world.chat('Hola');
    const { id, token } = await world.share(conversationId, { validDays: 1 });
    await world.update(id, 1, { validDays: 2 });
    harness.clock.advance(2 * dayMs - 60_000);
    expect(textsOf(await harness.read(token))).toEqual(['Hola']);
    harness.clock.advance(60_000);
    await expect(harness.read(token)).rejects.toEqual(refused('chat-share.expired'));
    expect(await world.list({ conversationId, status: 'enabled' })).toEqual([]);
    expect(await world.list({ conversationId, status: 'expired' })).toMatchObject([
      { id, status: 'expired' },
    ]);
  });

  it('disappears with its conversation', async () => {
    const chat = await world.chat('Hola');
    const { id, token } = await world.share(chat, byPassword());
    await harness.open(token, 'wrong1').catch(() => undefined);
    const { db } = harness.database;
    const left = async () => [
      await db.$count(chatShares, eq(chatShares.id, id)),
      await db.$count(chatShareGuesses, eq(chatShareGuesses.shareId, id)),
    ];
    expect(await left()).toEqual([1, 1]);
    await db.delete(messages).where(eq(messages.conversationId, chat));
    await db.delete(conversations).where(eq(conversations.id, chat));
    await expect(harness.read(token)).rejects.toEqual(refused('chat-share.not-found'));
    expect(await left()).toEqual([0, 0]);
  });

  it.each<[string, () => PromiseLike<unknown>]>([
    [
      'sub-account',
      () =>
        harness.database.db
          .update(subAccounts)
          .set({ status: 'deleted' })
          .where(eq(subAccounts.id, world.subAccountId)),
    ],
    [
      'social account',
      () =>
        harness.database.db
          .update(socialAccounts)
          .set({ deletedAt: new Date() })
          .where(eq(socialAccounts.id, world.socialAccountId)),
    ],
  ])('shows nothing from the moment at which its %s is deleted', async (_, deletion) => {
    const chat = await world.chat('Hola');
    const { token } = await world.share(chat);
    await deletion();
    await expect(harness.read(token)).rejects.toEqual(refused('chat-share.not-found'));
    await expect(world.share(chat)).rejects.toEqual(refused('conversation.not-found'));
  });
});

it('counts concurrent requests against the limit of shares one by one', async () => {
  const chat = await world.chat('Hola');
  const { id } = await world.share(chat);
  await harness.database.db.execute(sql`
    insert into ${chatShares} (workspace_id, id, conversation_id, title, token_hash, sealed_token, access, status, created_at)
    select workspace_id, gen_random_uuid(), conversation_id, title, 'filling ' || gen_random_uuid(), sealed_token, access,
      status, created_at
    from ${chatShares}, generate_series(1, 1998) where id = ${id}`);
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => world.share(chat)));
  const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(errors).toEqual(Array(3).fill(refused('chat-share.too-many')));
});

it('finds nothing of another workspace', async () => {
  const chat = await world.chat('Hola');
  const { id } = await world.share(chat);
  const stranger = await harness.world();
  const missing = refused('chat-share.not-found');
  for (const act of [stranger.get, stranger.passwordOf, stranger.cancel, stranger.remove])
    await expect(act(id)).rejects.toEqual(missing);
  await expect(stranger.update(id, 1, {})).rejects.toEqual(missing);
  await expect(stranger.share(chat)).rejects.toEqual(refused('conversation.not-found'));
  expect(await stranger.list({})).toEqual([]);
});
