/** The module over HTTP: owners share, visitors read, and nothing else is visible. */
import { randomUUID } from 'node:crypto';
import * as api from '@parley/contract/chat-shares';
import { setChatRetention } from '@parley/contract/conversations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';
import { chatLinks, shareForm as form } from './testing/chat-links.ts';

let harness: InboundHarness;
let token: string;
beforeAll(async () => {
  harness = await startInboundHarness({ config: { TRUST_PROXY: '127.0.0.1' } });
  token = harness.owner.token;
});
afterAll(() => harness.close());

const sqlOf = (query: ReturnType<typeof sql>) => harness.database.db.execute(query);
const minute = 60_000;
const day = 24 * 60 * minute;

const { chat, share, newAddress, open, read, viewOf, passOf } = chatLinks(() => harness);
const textsOf = ({ messages }: api.SharedChat) => messages.map(({ text }) => text);
const refused = (error: string) => ({ body: { data: { error } } });

describe('the view of a link', () => {
  it('shows a conversation in both languages, with the customer’s name', async () => {
    const link = await share(await chat('Hola, quiero comprar la casa'));
    expect(await viewOf(link.token)).toMatchObject({
      title: 'Order 1042',
      name: 'Marta',
      more: false,
      messages: [
        {
          seq: 1,
          from: 'customer',
          sender: null,
          text: 'Hola, quiero comprar la casa',
          translation: expect.any(String),
          translationLanguage: 'en',
          edited: false,
        },
      ],
    });
  });

  it('reads a long conversation backwards, some messages at a time', async () => {
    const own = await chat('Hola');
    const link = await share(own);
    await sqlOf(sql`
      insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
        original, translation_state, delivery, platform_message_id, sent_at)
      select workspace_id, gen_random_uuid(), id, social_account_id, 100 + i, 100 + i, 'in', 'text', 'line ' || i, 'none',
        'received', id || ' ' || i, now() from conversations, generate_series(1, 70) i where id = ${own.conversationId}`);
    const last = await viewOf(link.token);
    expect([last.messages.length, last.more]).toEqual([api.sharedAtOnce, true]);
    const before = last.messages[0]?.seq ?? 0;
    const first = await viewOf(link.token, { before });
    expect([first.messages.length, first.more]).toEqual([21, false]);
    expect(first.messages.at(-1)?.seq).toBe(before - 1);
  });

  it('returns what is new, changed or gone since an event', async () => {
    const own = await chat('Hola');
    const link = await share(own);
    const { lastSeq } = await viewOf(link.token);
    expect(await viewOf(link.token, { since: lastSeq })).toMatchObject({ messages: [], gone: [], lastSeq });
    await harness.tell(harness.inbound(own.chatId, 'Gracias'));
    await harness.quiet(own.chatId);
    const news = await viewOf(link.token, { since: lastSeq });
    expect(textsOf(news)).toEqual(['Gracias']);
    await sqlOf(sql`
      update messages set deleted_at = now(), changed_seq = ${news.lastSeq + 1}
      where conversation_id = ${own.conversationId} and seq = 1`);
    expect(await viewOf(link.token, { since: news.lastSeq })).toMatchObject({
      messages: [],
      gone: [1],
      lastSeq: news.lastSeq + 1,
    });
  });

  it.each([
    ['isn’t kept', sql`withheld = true`],
    ['is erased', sql`erased_at = now()`],
    ['was taken back by its author', sql`deleted_at = now()`],
    // Not due yet, or the server would send it meanwhile.
    [
      'is on its way',
      sql`direction = 'out', delivery = 'queued', next_attempt_at = now() + interval '1 hour'`,
    ],
    ['failed', sql`direction = 'out', delivery = 'failed'`],
  ])('shows no message that %s', async (_, change) => {
    const own = await chat('Hola', 'Gracias');
    const link = await share(own);
    await sqlOf(sql`update messages set ${change} where conversation_id = ${own.conversationId} and seq = 1`);
    const { messages, name } = await viewOf(link.token);
    expect([messages.length, name]).toEqual([1, 'Marta']);
    expect(textsOf(await viewOf(link.token, { since: 0 }))).toEqual(['Gracias']);
  });

  it('shows the present text of an edited message, and marks it', async () => {
    const own = await chat('Hola');
    const link = await share(own);
    await sqlOf(sql`update messages set edited_at = now(), edits = 1, original = 'Adiós'
      where conversation_id = ${own.conversationId}`);
    expect((await viewOf(link.token)).messages).toMatchObject([{ text: 'Adiós', edited: true }]);
  });

  it('applies the retention of texts before they are erased', async () => {
    const own = await chat('Hola');
    const link = await share(own);
    await sqlOf(sql`update messages set sent_at = to_timestamp(${(harness.clock.now() - 40 * day) / 1000})
      where conversation_id = ${own.conversationId}`);
    expect(textsOf(await viewOf(link.token))).toEqual(['Hola']);
    await harness.call(setChatRetention, { body: { days: 30, replaces: null } }, token);
    expect(textsOf(await viewOf(link.token))).toEqual([]);
    await harness.call(setChatRetention, { body: { days: null, replaces: 30 } }, token);
  });

  it('signs addresses of shown files only', async () => {
    const own = await chat('Hola', 'Gracias');
    const link = await share(own);
    const fileId = randomUUID();
    const attachment = {
      type: 'media',
      state: 'ready',
      problem: null,
      name: 'a.png',
      contentType: 'image/png',
      size: 3,
      width: null,
      height: null,
      durationMs: null,
      key: 'platform-handle',
    };
    await sqlOf(sql`update messages set kind = 'image', file_id = ${fileId}, attachment = ${JSON.stringify(attachment)}::jsonb
      where conversation_id = ${own.conversationId} and seq = 1`);
    const { messages } = await viewOf(link.token);
    expect(messages[0]?.attachment).toEqual({
      type: 'media',
      state: 'ready',
      name: 'a.png',
      contentType: 'image/png',
      size: 3,
      width: null,
      height: null,
      durationMs: null,
      hasPreview: false,
    });
    const ask = (seq: number) =>
      harness.send(api.sharedFileLink, { query: { seq } }, undefined, { [api.shareTokenHeader]: link.token });
    expect(await ask(1)).toMatchObject({
      body: { data: { url: expect.stringMatching(`^/api/files/${fileId}\\?expires=`) } },
    });
    expect(await ask(messages[1]?.seq ?? 0)).toMatchObject({ status: 404, ...refused('file.not-found') });
    await sqlOf(
      sql`update messages set deleted_at = now() where conversation_id = ${own.conversationId} and seq = 1`,
    );
    expect(await ask(1)).toMatchObject({ status: 404, ...refused('file.not-found') });
  });

  it('reveals no ids, handles, other conversations and hidden texts in any byte of the traffic of a link', async () => {
    const other = await chat('Palabra de otra persona');
    const own = await chat('Hola visible', 'Texto retirado');
    await sqlOf(
      sql`update messages set deleted_at = now() where conversation_id = ${own.conversationId} and original = 'Texto retirado'`,
    );
    await share(other, { title: 'Another title' });
    const made = await share(own, { access: 'password', password: 'kite42' });
    const traffic: string[] = [];
    const keep = <T extends { headers: Headers; body: unknown }>(answer: T) => {
      traffic.push(JSON.stringify([[...answer.headers], answer.body]));
      return answer;
    };
    keep(await open(made.token));
    keep(await open(made.token, 'wrong1'));
    const opened = keep(await open(made.token, 'kite42'));
    const { pass } = opened.body.data as { pass: string }; // as declared
    for (const query of [{}, { since: 0 }, { before: 1_000 }]) keep(await read(made.token, query, pass));
    keep(await read(made.token));
    const page = await fetch(harness.url + made.path);
    traffic.push(JSON.stringify([...page.headers]), await page.text());
    const all = traffic.join('\n');
    expect(all).toContain('Hola visible');
    const { rows } = await sqlOf(sql`
      select id::text from chat_shares union select id::text from messages union select id::text from conversations
      union select fan_id::text from conversations union select platform_message_id from messages`);
    const secrets = [
      'retirado',
      'otra persona',
      'kite42',
      'Another title',
      own.chatId,
      harness.site,
      harness.agent.subAccountId,
      harness.agent.accountName,
      harness.owner.workspaceId,
      harness.owner.email,
      ...rows.map(({ id }) => String(id)),
    ];
    expect(secrets.length).toBeGreaterThan(14);
    for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
  });
});

describe('the password of a link', () => {
  it('opens the link, and closes it to earlier visitors when it changes', async () => {
    const own = await chat('Hola');
    const link = await share(own, { access: 'password', password: 'kite42' });
    const next = await share(own, { access: 'password', password: 'kite42' });
    for (const answer of [await read(link.token), await open(link.token)])
      expect(answer).toMatchObject({ status: 401, body: { code: 40101 } });
    expect(await open(link.token, 'wrong1')).toMatchObject({
      status: 401,
      ...refused('chat-share.wrong-password'),
    });
    const pass = await passOf(link.token, 'kite42');
    expect(textsOf(await viewOf(link.token, {}, pass))).toEqual(['Hola']);
    expect((await read(next.token, {}, pass)).status, 'a pass is for one link').toBe(401);
    const query = { shareId: link.id };
    expect(await harness.call(api.getChatSharePassword, { query }, token)).toEqual({ password: 'kite42' });
    const update = (version: number, password: string | null) =>
      harness.call(
        api.updateChatShare,
        { body: { ...query, version, ...form, access: 'password', password } },
        token,
      );
    await update(1, 'kite42');
    expect((await read(link.token, {}, pass)).status, 'the same one').toBe(200);
    await update(2, '新密码四');
    expect((await read(link.token, {}, pass)).status).toBe(401);
    expect((await open(link.token, '新密码四')).status).toBe(200);
    await expect(update(2, null)).rejects.toMatchObject({ error: 'resource.stale' });
  });

  it('refuses to save a link that requires a password without one', async () => {
    const own = await chat('Hola');
    const needed = { error: 'chat-share.password-needed' };
    await expect(share(own, { access: 'password' })).rejects.toMatchObject(needed);
    const { id: shareId } = await share(own);
    const body = { shareId, version: 1, ...form, access: 'password' } as const;
    await expect(harness.call(api.updateChatShare, { body }, token)).rejects.toMatchObject(needed);
  });

  it('locks an address for ten minutes after the fifth wrong password, and no other address', async () => {
    const { token: link } = await share(await chat('Hola'), { access: 'password', password: 'kite42' });
    const address = newAddress();
    const tries = await Promise.all(Array.from({ length: 9 }, () => open(link, 'guess1', address)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(await open(link, 'kite42', address)).toMatchObject({
      status: 429,
      body: { data: { details: { seconds: 600 } } },
    });
    expect((await open(link, 'kite42')).status).toBe(200);
  });
});

describe('a link that is not open', () => {
  it('refuses with the reason, and reveals nothing else', async () => {
    const made = await share(await chat('Hola'), { access: 'password', password: 'kite42' });
    const pass = await passOf(made.token, 'kite42');
    const body = { shareId: made.id };
    const expectRefused = async (error: string) => {
      for (const answer of [await read(made.token, {}, pass), await open(made.token, 'kite42')]) {
        expect(answer).toMatchObject(refused(error));
        expect(JSON.stringify(answer.body)).not.toMatch(/Hola|Marta|1042/);
      }
    };
    const enable = (enabled: boolean) =>
      harness.call(api.setChatShareEnabled, { body: { ...body, enabled } }, token);
    await enable(false);
    await expectRefused('chat-share.disabled');
    await enable(true);
    expect((await read(made.token, {}, pass)).status).toBe(200);
    await harness.call(api.cancelChatShare, { body }, token);
    await expectRefused('chat-share.cancelled');
    await expect(enable(true)).rejects.toMatchObject({ error: 'chat-share.cancelled' });
    const { rows } = await sqlOf(sql`select opens from chat_shares where id = ${made.id}`);
    expect(rows).toEqual([{ opens: 1 }]);
    await harness.call(api.deleteChatShare, { body }, token);
    await expectRefused('chat-share.not-found');
    expect(await read('nothing')).toMatchObject({ status: 404 });
  });

  it('records what its owner did in the audit log of the conversation', async () => {
    const own = await chat('Hola');
    const { id: shareId } = await share(own, { access: 'password', password: 'kite42' });
    const body = {
      shareId,
      version: 1,
      ...form,
      title: 'Order 7',
      access: 'password',
      password: 'kite43',
    } as const;
    await harness.call(api.updateChatShare, { body }, token);
    await harness.call(api.cancelChatShare, { body: { shareId } }, token);
    const { rows } = await sqlOf(sql`
      select action, details::text from audit_entries where object_id::text = ${own.conversationId} order by created_at, action`);
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'chat-share.created',
        'chat-share.changed',
        'chat-share.password-changed',
        'chat-share.cancelled',
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain('kite');
  });

  it('expires after its days, counted from the sharing', async () => {
    const own = await chat('Hola');
    const made = await share(own, { validDays: 1 });
    await sqlOf(
      sql`update chat_shares set expires_at = to_timestamp(${harness.clock.now() / 1000}) where id = ${made.id}`,
    );
    expect(await read(made.token)).toMatchObject({ status: 410, ...refused('chat-share.expired') });
    const list = async (status: api.ShareStatus) => {
      const query = { conversationId: own.conversationId, status };
      return (await harness.call(api.chatSharePage, { query }, token)).list;
    };
    expect(await list('enabled')).toEqual([]);
    expect(await list('expired')).toMatchObject([{ id: made.id, status: 'expired' }]);
  });

  it('disappears with its conversation', async () => {
    const own = await chat('Hola');
    const made = await share(own, { access: 'password', password: 'kite42' });
    await open(made.token, 'wrong1');
    await sqlOf(sql`delete from messages where conversation_id = ${own.conversationId}`);
    await sqlOf(sql`delete from conversations where id = ${own.conversationId}`);
    expect(await read(made.token)).toMatchObject({ status: 404 });
    const { rows } =
      await sqlOf(sql`select (select count(*) from chat_shares where id = ${made.id}) as shares,
      (select count(*) from chat_share_guesses where share_id = ${made.id}) as guesses`);
    expect(rows).toEqual([{ shares: 0, guesses: 0 }]);
  });

  it.each([
    ['sub-account', 'sub_accounts', sql`status = 'deleted'`, sql`status = 'normal'`],
    ['social account', 'social_accounts', sql`deleted_at = now()`, sql`deleted_at = null`],
  ])('shows nothing from the moment at which its %s is deleted', async (_, table, gone, back) => {
    const own = await chat('Hola');
    const made = await share(own);
    const set = (change: ReturnType<typeof sql>) =>
      sqlOf(sql`update ${sql.identifier(table)} set ${change}
        where id in (${harness.site}, ${harness.agent.subAccountId})`);
    await set(gone);
    const answer = await read(made.token);
    const again = await harness.send(
      api.createChatShare,
      { body: { ...form, conversationId: own.conversationId } },
      token,
    );
    await set(back);
    expect(answer).toMatchObject({ status: 404, ...refused('chat-share.not-found') });
    expect(again).toMatchObject({ status: 404, ...refused('conversation.not-found') });
  });
});

it('counts concurrent requests against the limit of shares one by one', async () => {
  const own = await chat('Hola');
  const { id } = await share(own);
  await sqlOf(sql`
    insert into chat_shares (workspace_id, id, conversation_id, title, token_hash, sealed_token, access, status, created_at)
    select workspace_id, gen_random_uuid(), conversation_id, title, 'filling ' || gen_random_uuid(), sealed_token, access,
      status, created_at
    from chat_shares, generate_series(1, 1999 - (
      select count(*)::int from chat_shares s where s.workspace_id = chat_shares.workspace_id))
    where id = ${id}`);
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => share(own)));
  await sqlOf(sql`delete from chat_shares where token_hash like 'filling %'`);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { error: 'chat-share.too-many' },
  });
});

it('refuses sharing, reading and changing by another workspace', async () => {
  const own = await chat('Hola');
  const made = await share(own);
  const stranger = await harness.registerOwner({ characters: 0 });
  const query = { shareId: made.id };
  await expect(harness.call(api.getChatShare, { query }, stranger.token)).rejects.toMatchObject({
    error: 'chat-share.not-found',
  });
  const body = { ...form, conversationId: own.conversationId };
  await expect(harness.call(api.createChatShare, { body }, stranger.token)).rejects.toMatchObject({
    error: 'conversation.not-found',
  });
});
