import { randomUUID } from 'node:crypto';
import * as automationApi from '@parley/contract/automation';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';
import { ruleForm, welcomeForm } from './testing/reply-forms.ts';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
});
afterAll(() => harness.close());

it('sends no template and no rule that was disabled while their job waited for the conversation’s lock', async () => {
  const { database, owner, app } = harness;
  const { workspaceId, token } = owner;
  await harness.decide({ auto_reply: false });
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, '¿Y el envío?'));
  const [message] = await harness.quiet(chat);
  const messageId = message?.id ?? '';
  await harness.decide({ auto_reply: true });
  const rule = await harness.call(automationApi.createKeywordRule, { body: ruleForm }, token);
  const template = await harness.call(automationApi.createWelcomeTemplate, { body: welcomeForm }, token);
  const answering = await transaction(database, async (tx) => {
    await tx.db.execute(sql`select from conversations where id = ${message?.conversation_id} for update`);
    const begun = app.services.automation.answerArrivals(workspaceId, [messageId]);
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"conversations"%'`;
    await until('the job to wait', async () => (await database.db.execute(waiting)).rows.length > 0);
    const off = (id: string) => ({ body: { ids: [id], enabled: false } });
    await harness.call(automationApi.setKeywordRulesEnabled, off(rule.id), token);
    await harness.call(automationApi.setWelcomeTemplatesEnabled, off(template.id), token);
    return { begun };
  });
  await answering.begun;
  const rows = await harness.quiet(chat);
  expect(rows.filter(({ triggered_by: trigger }) => trigger !== null)).toEqual([]);
});
