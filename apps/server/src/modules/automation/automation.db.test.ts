/** Automatic replies over HTTP: from the owner’s rules to the translated, charged and sent message. */
import { randomUUID } from 'node:crypto';
import * as automationApi from '@parley/contract/automation';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readsEnglish } from '../../testing/chat-harness.ts';
import {
  type InboundHarness,
  type StoredMessage,
  startInboundHarness,
} from '../../testing/inbound-harness.ts';
import { findDiscrepancies } from '../characters/index.ts';
import { ruleForm, welcomeForm } from './testing/reply-forms.ts';

const text = 'It will arrive tomorrow';
let harness: InboundHarness;
let templateId: string;
const createTemplate = (changes: Partial<automationApi.WelcomeTemplateForm> = {}) =>
  harness.call(
    automationApi.createWelcomeTemplate,
    { body: { ...welcomeForm, ...changes } },
    harness.owner.token,
  );
beforeAll(async () => {
  harness = await startInboundHarness();
  await harness.decide({ auto_reply: true });
  templateId = (await createTemplate()).id;
});
afterAll(async () => {
  expect(await findDiscrepancies(harness.database)).toEqual([]);
  await harness.close();
});

const replies = (rows: readonly StoredMessage[]) => rows.filter((row) => row.triggered_by !== null);
/** Returns the automatic replies in a chat once all jobs are done. */
const repliesIn = async (chat: string) => replies(await harness.quiet(chat));

it('answers a customer in their language, by the sub-account and at its cost, visibly to the desk', async () => {
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, 'Buenos días, ¿dónde está mi pedido? Gracias'));
  const rows = await harness.quiet(chat);
  expect(replies(rows)).toMatchObject([
    {
      direction: 'out',
      original: text,
      translation: 'Llegará mañana',
      translation_state: 'done',
      delivery: 'sent',
      characters: [...text].length,
      triggered_by: rows[0]?.id,
      author_sub_account_id: harness.agent.subAccountId,
    },
  ]);
  const request = { params: { conversationId: rows[0]?.conversation_id ?? '' }, query: {} };
  const shown = await harness.call(conversationsApi.deskMessages, request, harness.agent.token);
  expect(shown.messages.map(({ automatic }) => automatic)).toEqual([false, true]);
});

it('answers neither in a group nor what is imported', async () => {
  const [group, history] = [randomUUID(), randomUUID()];
  await harness.tell(
    harness.inbound(group, 'Buenos días', { chatKind: 'group', chatTitle: 'Friends' }),
    harness.inbound(history, 'Buenos días', { history: true }),
  );
  for (const chat of [group, history]) expect(await repliesIn(chat)).toEqual([]);
});

it.each([
  ['of an emoji', '👍', {}],
  [
    'of a platform’s placeholder for missing content',
    'Buenos días, gracias',
    { kind: 'unsupported' as const },
  ],
])('sends the reply untranslated where the language %s can’t be identified', async (_, words, given) => {
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, words, given));
  expect(await repliesIn(chat)).toMatchObject([
    { original: text, translation: null, translation_state: 'none', delivery: 'sent', characters: 0 },
  ]);
});

it('fails visibly to the agent when characters run out, and can be sent as written', async () => {
  const { owner } = harness;
  const poor = await harness.createSubAccount(owner, { characters: 3 });
  await harness.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, poor.token);
  await harness.decide({ auto_reply: true }, poor.subAccountId);
  await createTemplate({
    contents: [{ kind: 'text', text: 'Good morning, thank you' }],
    range: 'some',
    subAccountIds: [poor.subAccountId],
  });
  const id = await harness.addWebchat(owner, poor.subAccountId);
  const { subAccountId } = poor;
  const account = { workspaceId: owner.workspaceId, id, platform: 'webchat', subAccountId } as const;
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, 'Buenos días, gracias por todo', { account }));
  const [reply] = await repliesIn(chat);
  expect(reply).toMatchObject({
    delivery: 'failed',
    translation_problem: 'characters-short',
    characters: 0,
  });
  await harness.call(conversationsApi.sendOriginal, { params: { messageId: reply?.id ?? '' } }, poor.token);
  expect(await repliesIn(chat)).toMatchObject([{ delivery: 'sent', translation: null }]);
});

it('answers keywords of a translation and after a delay by jobs, until the owner deletes the rules', async () => {
  const { token } = harness.owner;
  const rule = async (keyword: string, changes: Partial<automationApi.KeywordRuleForm>) => {
    const body = { ...ruleForm, keywords: [keyword], ...changes };
    return (await harness.call(automationApi.createKeywordRule, { body }, token)).id;
  };
  const says = (words: string) => ({ contents: [{ kind: 'text' as const, text: words }] });
  const ids = [
    await rule('tomorrow', { matchTranslation: true, ...says('Sí') }),
    await rule('mañana', { enabled: false, ...says('No') }),
    await rule('envío', { delaySeconds: 3_600, ...says('5 €') }),
  ];
  const body = { ids: [templateId], enabled: false };
  const switched = () => harness.call(automationApi.setWelcomeTemplatesEnabled, { body }, token);
  expect([await switched(), await switched()]).toEqual([{ changed: 1 }, { changed: 0 }]);
  const [later, now] = [randomUUID(), randomUUID()];
  await harness.tell(harness.inbound(later, 'envío'), harness.inbound(now, 'Llegará mañana'));
  const textsIn = async (chat: string) => replies(await harness.quiet(chat)).map(({ original }) => original);
  expect(await textsIn(later)).toEqual([]);
  await until('both jobs to be done', async () => {
    await harness.database.db.execute(sql`
      select graphile_worker.reschedule_jobs(array[id], run_at => now()), pg_notify('jobs:insert', '{"count": 1}')
      from graphile_worker.jobs where task_identifier like 'automation.%'`);
    const { rows } = await harness.database.db.execute(sql`
      select 1 from graphile_worker.jobs where task_identifier like 'automation.%'`);
    return rows.length === 0;
  });
  expect([await textsIn(later), await textsIn(now)]).toEqual([['5 €'], ['Sí']]);
  expect(await harness.call(automationApi.deleteKeywordRules, { body: { ids } }, token)).toEqual({
    changed: 3,
  });
  await harness.tell(harness.inbound(now, 'Llegará mañana'));
  expect(await textsIn(now)).toEqual(['Sí']);
});
