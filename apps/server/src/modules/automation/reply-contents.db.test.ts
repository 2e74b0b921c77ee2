/** What automatic replies consist of, and what they are answers to, on a real database. */
import { randomUUID } from 'node:crypto';
import * as automationApi from '@parley/contract/automation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
  await harness.decide({ auto_reply: true });
});
afterAll(() => harness.close());

const welcomeForm = {
  title: 'Welcome',
  contents: [{ kind: 'text' as const, text: 'It will arrive tomorrow' }],
  range: 'all' as const,
  subAccountIds: [],
  enabled: true,
};
const ruleForm = {
  ...welcomeForm,
  title: 'Shipping',
  keywords: ['envío'],
  match: 'partial' as const,
  matchTranslation: false,
  replyMethod: 'all' as const,
  delaySeconds: 0,
  send: 'original' as const,
};
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
const repliesIn = async (chat: string) =>
  (await harness.quiet(chat)).filter(({ triggered_by: trigger }) => trigger !== null);

it('takes a platform’s word for what it can’t hand out neither for a keyword nor for the customer’s language', async () => {
  const welcome = await createTemplate();
  const rule = await createRule({ keywords: ['encuesta'] });
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, 'Encuesta: buenos días, gracias', { kind: 'unsupported' }));
  expect(await repliesIn(chat)).toMatchObject([
    { original: 'It will arrive tomorrow', translation: null, characters: 0, delivery: 'sent' },
  ]);
  const token = await harness.ownerToken();
  await harness.call(automationApi.deleteWelcomeTemplates, { body: { ids: [welcome.id] } }, token);
  await harness.call(automationApi.deleteKeywordRules, { body: { ids: [rule.id] } }, token);
});
