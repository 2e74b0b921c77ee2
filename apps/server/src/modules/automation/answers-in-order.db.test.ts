import { randomUUID } from 'node:crypto';
import * as automationApi from '@parley/contract/automation';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';
import { ruleForm, welcomeForm } from './testing/reply-forms.ts';

const delaySeconds = 60;
let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
  const { token } = harness.owner;
  await harness.call(
    automationApi.createWelcomeTemplate,
    { body: { ...welcomeForm, ...says('Hola') } },
    token,
  );
  for (const [keyword, rule] of [
    ['envío', says('5 €')],
    ['precio', says('10 €')],
    ['talla', { ...says('M'), delaySeconds }],
    ['color', { ...says('rojo'), delaySeconds }],
  ] as const) {
    const body = { ...ruleForm, keywords: [keyword], ...rule };
    await harness.call(automationApi.createKeywordRule, { body }, token);
  }
});
beforeEach(() => harness.decide({ auto_reply: true }));
afterAll(() => harness.close());

function says(text: string) {
  return { contents: [{ kind: 'text' as const, text }] };
}

const textsIn = async (chat: string) =>
  (await harness.messagesOf(chat)).filter((row) => row.triggered_by !== null).map(({ original }) => original);
const repliesIn = async (chat: string) => {
  await harness.quiet(chat);
  return textsIn(chat);
};

/**
 * Delivers a message whose job is claimed by a process but not run. Returns a function that releases the job to others.
 */
async function takenSlowly(chat: string, text: string): Promise<() => Promise<unknown>> {
  const { db } = harness.database;
  await db.execute(sql`
    alter table graphile_worker._private_jobs
    alter locked_by set default 'slow', alter locked_at set default now(), alter attempts set default 1`);
  await harness.tell(harness.inbound(chat, text));
  await db.execute(sql`
    alter table graphile_worker._private_jobs
    alter locked_by drop default, alter locked_at drop default, alter attempts set default 0`);
  const release = (kind: string) =>
    db.execute(sql`
      with released as (
        update graphile_worker._private_jobs set locked_by = null, locked_at = null, run_at = now()
        where locked_by = 'slow' and task_id in (
          select id from graphile_worker._private_tasks where identifier like ${kind}))
      select pg_notify('jobs:insert', '{"count": 1}')`);
  await release('%translate-inbound');
  return () => release('%');
}

it('answers an earlier message first if its job isn’t done yet', async () => {
  const chat = randomUUID();
  const release = await takenSlowly(chat, '¿Y el envío?');
  await harness.tell(harness.inbound(chat, '¿El precio?'));
  await until('the later message to be answered', async () => (await textsIn(chat)).includes('10 €'));
  expect(await textsIn(chat)).toEqual(['Hola', '5 €', '10 €']);
  await release();
  expect(await repliesIn(chat)).toEqual(['Hola', '5 €', '10 €']);
});

it('continues after an earlier message that can’t be answered', async () => {
  const chat = randomUUID();
  const { db } = harness.database;
  await db.execute(sql`alter table messages add constraint dies check (original <> '5 €') not valid`);
  const release = await takenSlowly(chat, '¿Y el envío?');
  await harness.tell(harness.inbound(chat, '¿El precio?'));
  await until('the later message to be answered', async () => (await textsIn(chat)).includes('10 €'));
  await db.execute(sql`alter table messages drop constraint dies`);
  expect(await textsIn(chat)).toEqual(['10 €']);
  await release();
  expect(await repliesIn(chat)).toEqual(['10 €', 'Hola', '5 €']);
});

it('sends an earlier message’s due delayed reply first, too', async () => {
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, '¿Qué talla?'));
  await harness.quiet(chat);
  await harness.tell(harness.inbound(chat, '¿Qué color?'));
  expect(await repliesIn(chat)).toEqual(['Hola']);
  await harness.database.db.execute(sql`
    with due as (
      update graphile_worker._private_jobs set run_at = now(),
        locked_by = case when id = first then 'slow' end, locked_at = case when id = first then now() end
      from (select min(j.id) as first from graphile_worker.jobs j
            where task_identifier = 'automation.delayed-reply') one
      where task_id = (
        select id from graphile_worker._private_tasks where identifier = 'automation.delayed-reply'))
    select pg_notify('jobs:insert', '{"count": 1}')`);
  await until('the later reply', async () => (await textsIn(chat)).includes('rojo'));
  expect(await textsIn(chat)).toEqual(['Hola', 'M', 'rojo']);
});
