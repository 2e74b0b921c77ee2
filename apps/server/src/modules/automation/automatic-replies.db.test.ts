import { randomUUID } from 'node:crypto';
import * as automationApi from '@parley/contract/automation';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { readsEnglish } from '../../testing/chat-harness.ts';
import {
  type InboundHarness,
  type StoredMessage,
  startInboundHarness,
} from '../../testing/inbound-harness.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findDiscrepancies } from '../characters/index.ts';
import { attendedMs, crowd, sessionGapMs } from './situation.ts';
import { ruleForm, welcomeForm } from './testing/reply-forms.ts';

const text = 'It will arrive tomorrow';
const minute = 60_000;
const createTemplate = async (changes: Partial<automationApi.WelcomeTemplateForm> = {}) =>
  harness.call(
    automationApi.createWelcomeTemplate,
    { body: { ...welcomeForm, ...changes } },
    await harness.ownerToken(),
  );
const createRule = async (changes: Partial<automationApi.KeywordRuleForm> = {}) =>
  harness.call(
    automationApi.createKeywordRule,
    { body: { ...ruleForm, ...changes } },
    await harness.ownerToken(),
  );
let harness: InboundHarness;
let templateId: string;
beforeAll(async () => {
  harness = await startInboundHarness();
  templateId = (await createTemplate()).id;
});
beforeEach(() => harness.decide({ auto_reply: true, status: 'normal' }));
afterAll(async () => {
  expect(await findDiscrepancies(harness.database)).toEqual([]);
  await harness.close();
});

const replies = (rows: readonly StoredMessage[]) => rows.filter((row) => row.triggered_by !== null);
/** Returns the automatic replies in a chat once all jobs are done. */
const repliesIn = async (chat: string) => replies(await harness.quiet(chat));
const paramsOf = async (chat: string) => ({
  conversationId: (await harness.messagesOf(chat))[0]?.conversation_id ?? '',
});
async function says(chat: string, words: string) {
  const body = { id: randomUUID(), text: words, mode: 'original' } as const;
  const request = { params: await paramsOf(chat), body };
  await harness.call(conversationsApi.sendMessage, request, await harness.deskToken());
}
async function archive(chat: string) {
  const request = { params: await paramsOf(chat), body: { archived: true } };
  await harness.call(conversationsApi.triageConversation, request, await harness.deskToken());
}

describe('a customer who begins a session', () => {
  it('a customer who begins a session is answered once, in their language, by the sub-account and at its cost', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días, ¿dónde está mi pedido? Gracias'));
    await harness.tell(harness.inbound(chat, '¿Hola?'));
    const rows = await harness.quiet(chat);
    const [reply] = replies(rows);
    expect(replies(rows)).toHaveLength(1);
    expect(reply).toMatchObject({
      direction: 'out',
      original: text,
      translation: 'Llegará mañana',
      translation_state: 'done',
      delivery: 'sent',
      triggered_by: rows[0]?.id,
      author_sub_account_id: harness.agent.subAccountId,
    });
    expect(reply?.characters).toBe([...text].length);
    const request = { params: await paramsOf(chat), query: {} };
    const shown = await harness.call(conversationsApi.deskMessages, request, harness.agent.token);
    expect(shown.messages.map(({ automatic }) => automatic)).toEqual(
      rows.map((row) => row.triggered_by !== null),
    );
  });

  it('a customer who begins a session is answered again after a day of silence, and not before', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Gracias'));
    harness.clock.advance(sessionGapMs - minute);
    await harness.tell(harness.inbound(chat, 'Gracias otra vez'));
    expect(await repliesIn(chat)).toHaveLength(1);
    harness.clock.advance(sessionGapMs + minute);
    await harness.tell(harness.inbound(chat, 'Buenos días'));
    expect(await repliesIn(chat)).toHaveLength(2);
  });

  it('a customer who begins a session is left to an agent who wrote within the last half hour', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Gracias'));
    harness.clock.advance(sessionGapMs + minute);
    await says(chat, 'Are you there?');
    harness.clock.advance(attendedMs - minute);
    await harness.tell(harness.inbound(chat, 'Sí'));
    expect(await repliesIn(chat)).toHaveLength(1);
    harness.clock.advance(sessionGapMs + minute);
    await says(chat, 'And now?');
    harness.clock.advance(attendedMs + minute);
    await harness.tell(harness.inbound(chat, 'Buenos días'));
    expect(await repliesIn(chat)).toHaveLength(2);
  });

  it('a customer who begins a session is left to an owner who wrote from another device', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días', { author: 'business' }));
    await harness.tell(harness.inbound(chat, 'Gracias'));
    expect(await repliesIn(chat)).toEqual([]);
  });

  it('a customer who begins a session with several lines is answered once', async () => {
    const chat = randomUUID();
    await harness.tell(...['Hola', 'Buenos días', 'Gracias'].map((line) => harness.inbound(chat, line)));
    expect(await repliesIn(chat)).toHaveLength(1);
  });

  it('recognizes a customer from imported history, and never answers that history', async () => {
    const [recent, old] = [randomUUID(), randomUUID()];
    const past = (chat: string, ms: number) =>
      harness.inbound(chat, 'Hola', { history: true, sentAt: harness.clock.now() - ms });
    await harness.tell(past(recent, minute), past(old, 2 * sessionGapMs));
    expect(replies([...(await harness.quiet(recent)), ...(await harness.quiet(old))])).toEqual([]);
    await harness.tell(harness.inbound(recent, 'Gracias'), harness.inbound(old, 'Gracias'));
    expect(await repliesIn(recent)).toEqual([]);
    expect(await repliesIn(old)).toHaveLength(1);
  });

  it.each<[string, Readonly<Record<string, string | boolean>>]>([
    ['it is switched off', { auto_reply: false }],
    ['the sub-account is disabled', { status: 'disabled' }],
  ])('a customer who begins a session is not answered when %s', async (_, changes) => {
    await harness.decide(changes);
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días'));
    expect(await repliesIn(chat)).toEqual([]);
  });

  it('a customer who begins a session is not answered while the template is disabled', async () => {
    const switched = async (enabled: boolean) =>
      harness.call(
        automationApi.setWelcomeTemplatesEnabled,
        { body: { ids: [templateId], enabled } },
        await harness.ownerToken(),
      );
    expect(await switched(false)).toEqual({ changed: 1 });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días'));
    expect(await repliesIn(chat)).toEqual([]);
    expect(await switched(true)).toEqual({ changed: 1 });
    expect(await switched(true)).toEqual({ changed: 0 });
  });

  it('a customer who begins a session is not answered in a group', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días', { chatKind: 'group', chatTitle: 'Friends' }));
    expect(await repliesIn(chat)).toEqual([]);
  });

  it('sends the reply untranslated when the language can’t be identified', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, '👍'));
    expect(await repliesIn(chat)).toMatchObject([
      { original: text, translation: null, translation_state: 'none', delivery: 'sent', characters: 0 },
    ]);
  });
});

it('fails visibly to the agent when characters run out, and can be retried', async () => {
  const owner = { token: await harness.ownerToken() };
  const poor = await harness.createSubAccount(owner, { characters: 3 });
  await harness.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, poor.token);
  await harness.decide({ auto_reply: true }, poor.subAccountId);
  await createTemplate({
    contents: [{ kind: 'text', text: 'Good morning, thank you' }],
    range: 'some',
    subAccountIds: [poor.subAccountId],
  });
  const site = await harness.addWebchat(owner, poor.subAccountId);
  const chat = randomUUID();
  const { workspaceId } = harness.owner;
  const account = { workspaceId, id: site, platform: 'webchat', subAccountId: poor.subAccountId } as const;
  await harness.tell(harness.inbound(chat, 'Buenos días, gracias por todo', { account }));
  const rows = await harness.quiet(chat);
  expect(replies(rows)).toMatchObject([
    { delivery: 'failed', translation_problem: 'characters-short', characters: 0 },
  ]);
  const params = { messageId: replies(rows)[0]?.id ?? '' };
  await harness.call(conversationsApi.sendOriginal, { params }, await harness.deskToken(poor));
  expect((await repliesIn(chat))[0]).toMatchObject({ delivery: 'sent', translation: null });
});

describe('one message', () => {
  let second: TestApp;
  beforeAll(async () => {
    const config = { LIBRETRANSLATE_URL: harness.engine.url };
    second = await startTestApp({ databaseUrl: harness.databaseUrl, clock: harness.clock, config });
  });
  afterAll(() => second.close());

  it('answers one message once, however often and to however many processes it is delivered', async () => {
    const chats = Array.from({ length: 8 }, () => randomUUID());
    const messages = chats.map((chat) => harness.inbound(chat, 'Buenos días, gracias'));
    const servers = [harness.app, second.app, harness.app, second.app];
    await Promise.all(
      servers.flatMap(({ services }) => messages.map((message) => services.conversations.accept([message]))),
    );
    for (const chat of chats) expect(await repliesIn(chat)).toHaveLength(1);
  });

  it('answers one message after the process that should have done so died halfway', async () => {
    const chat = randomUUID();
    // A deferred constraint rolls the transaction back, as the death of its process would.
    await harness.database.db.execute(sql`
      alter table messages add constraint dies check (triggered_by is null) not valid`);
    await harness.tell(harness.inbound(chat, 'Buenos días, gracias'));
    const failed = await until('the job to fail', async () => {
      const { rows } = await harness.database.db.execute<{ id: string }>(sql`
        select id from graphile_worker.jobs
        where task_identifier = 'conversations.message-arrived' and last_error is not null`);
      return rows[0];
    });
    expect(await harness.messagesOf(chat)).toHaveLength(1);
    await harness.database.db.execute(sql`alter table messages drop constraint dies`);
    await harness.database.db.execute(
      sql`select graphile_worker.reschedule_jobs(array[${failed.id}]::bigint[], run_at => now()),
        pg_notify('jobs:insert', '{"count": 1}')`,
    );
    expect(await repliesIn(chat)).toHaveLength(1);
  });

  it('leaves one message unanswered when an agent was faster', async () => {
    const chat = randomUUID();
    await harness.decide({ auto_reply: false });
    await harness.tell(harness.inbound(chat, 'Buenos días, gracias'));
    const [message] = await harness.quiet(chat);
    await says(chat, 'Good morning');
    await harness.decide({ auto_reply: true });
    const payload = JSON.stringify({ workspaceId: harness.owner.workspaceId, messageId: message?.id });
    await harness.database.db.execute(
      sql`select graphile_worker.add_job('conversations.message-arrived', ${payload}::json)`,
    );
    expect(await repliesIn(chat)).toEqual([]);
  });

  it('answers one message once although its job runs twice', async () => {
    await harness.engine.setFault('error');
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, `Buenos días, gracias ${randomUUID()}`));
    const [reply] = await until('the reply', async () => {
      const found = replies(await harness.messagesOf(chat));
      return found.length > 0 && found;
    });
    await harness.engine.setFault(undefined);
    await transaction(harness.database, async (tx) => {
      const payload = { workspaceId: harness.owner.workspaceId, messageId: reply?.id };
      await tx.db.execute(sql`
        select graphile_worker.add_job('conversations.translate-outbound', ${JSON.stringify(payload)}::json)`);
    });
    await until('its jobs to be done', async () => {
      const { rows } = await harness.database.db.execute(sql`
        select 1 from graphile_worker.jobs where task_identifier = 'conversations.translate-outbound'`);
      return rows.length === 0;
    });
    expect(await repliesIn(chat)).toHaveLength(1);
  });
});

describe('a keyword', () => {
  const rules: string[] = [];
  const add = async (changes: Partial<automationApi.KeywordRuleForm>) => {
    const { id } = await createRule(changes);
    rules.push(id);
    return id;
  };
  afterEach(async () => {
    const ids = rules.splice(0);
    const token = await harness.ownerToken();
    if (ids.length > 0) await harness.call(automationApi.deleteKeywordRules, { body: { ids } }, token);
  });
  const texts = (rows: readonly StoredMessage[]) => rows.map(({ original }) => original);
  /** Makes jobs due until none is left. */
  const runNow = (job: 'delayed-reply' | 'after-translation') =>
    until('the jobs to be done', async () => {
      const name = `automation.${job}`;
      await harness.database.db.execute(sql`
        select graphile_worker.reschedule_jobs(array[id], run_at => now()), pg_notify('jobs:insert', '{"count": 1}')
        from graphile_worker.jobs where task_identifier = ${name}`);
      const { rows } = await harness.database.db.execute(sql`
        select 1 from graphile_worker.jobs where task_identifier = ${name}`);
      return rows.length === 0;
    });
  const two = [
    { kind: 'text' as const, text: '{{fan|Cliente}}, 5 €' },
    { kind: 'text' as const, text: 'De {{agent}}' },
  ];

  it('a keyword is answered after the welcome, with all contents in order and variables filled in', async () => {
    await add({ contents: two });
    const chat = randomUUID();
    const from = { id: chat, displayName: 'Marta', language: null };
    await harness.tell(
      harness.inbound(chat, '¿El ENVÍO?', { from }),
      harness.inbound(chat, 'Hola', { from }),
    );
    await harness.tell(harness.inbound(chat, 'envío', { from }));
    const sent = await repliesIn(chat);
    const remark = sent[2]?.original;
    expect(remark).toMatch(/^De ./);
    expect(texts(sent)).toEqual([text, 'Marta, 5 €', remark, 'Marta, 5 €', remark]);
    expect(sent[1]).toMatchObject({ translation: null, characters: 0, delivery: 'sent' });
  });

  it('a keyword is answered for each of several messages that arrive together', async () => {
    await add({});
    await add({ keywords: ['precio'], contents: [{ kind: 'text', text: '10 €' }] });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'El precio'), harness.inbound(chat, 'y el envío'));
    expect(texts(await repliesIn(chat))).toEqual([text, '10 €', text]);
  });

  it('a keyword is found in a translation once it is stored, by rules that allow it', async () => {
    await add({ keywords: ['tomorrow'] });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Llegará mañana'));
    expect(texts(await repliesIn(chat))).toEqual([text]);
    await add({ keywords: ['tomorrow'], matchTranslation: true, contents: [{ kind: 'text', text: 'Sí' }] });
    const other = randomUUID();
    await harness.tell(harness.inbound(other, 'Llegará mañana'));
    await harness.quiet(other);
    await runNow('after-translation');
    expect(texts(await repliesIn(other))).toEqual([text, 'Sí']);
  });

  it('a keyword is answered after the delay, once although its jobs run twice', async () => {
    const ruleId = await add({ delaySeconds: 3_600, contents: two });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'envío'));
    const [message] = await harness.quiet(chat);
    expect(await repliesIn(chat)).toHaveLength(1);
    await runNow('delayed-reply');
    expect(await repliesIn(chat)).toHaveLength(3);
    const payload = { workspaceId: harness.owner.workspaceId, messageId: message?.id };
    for (const [name, more] of [
      ['automation.delayed-reply', { ruleId }],
      ['conversations.message-arrived', {}],
    ] as const) {
      await harness.database.db.execute(sql`
        select graphile_worker.add_job(${name}, ${JSON.stringify({ ...payload, ...more })}::json)`);
    }
    await harness.quiet(chat);
    await runNow('delayed-reply');
    expect(await repliesIn(chat)).toHaveLength(3);
  });

  it.each<[string, (chat: string, ruleId: string) => Promise<unknown>]>([
    ['an agent has answered', (chat) => says(chat, 'Ya voy')],
    [
      'the business has answered with another device',
      (chat) => harness.tell(harness.inbound(chat, 'Ya voy', { author: 'business' })),
    ],
    ['an agent has archived the conversation', archive],
    ['the sub-account is switched off', () => harness.decide({ auto_reply: false })],
    [
      'the rule is disabled',
      async (_, ruleId) =>
        harness.call(
          automationApi.setKeywordRulesEnabled,
          { body: { ids: [ruleId], enabled: false } },
          await harness.ownerToken(),
        ),
    ],
  ])('a keyword is not answered after the delay when %s meanwhile', async (_, meanwhile) => {
    const ruleId = await add({ delaySeconds: 60 });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'envío'));
    expect(await repliesIn(chat)).toHaveLength(1);
    await meanwhile(chat, ruleId);
    await runNow('delayed-reply');
    expect(await repliesIn(chat)).toHaveLength(1);
  });

  it('stops answering when two machines seem to answer each other, whatever the number of texts', async () => {
    await add({ contents: Array.from({ length: 10 }, (_, n) => ({ kind: 'text', text: `${n} €` })) });
    const chat = randomUUID();
    const others = () => Array.from({ length: 5 }, () => harness.inbound(chat, 'Hola'));
    for (let n = 0; n < crowd + 2; n += 1)
      await harness.tell(...others(), harness.inbound(chat, `envío ${n}`));
    expect(new Set((await repliesIn(chat)).map((row) => row.triggered_by)).size).toBe(crowd);
  });
});
