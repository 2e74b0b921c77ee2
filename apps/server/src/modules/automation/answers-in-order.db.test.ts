/** Messages whose jobs run in another order than they arrived, and changes that happen while a job waits. */
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { conversations, messages } from '../../schema/conversations.ts';
import { setRulesEnabled } from './rules/service.ts';
import { automationHarness } from './testing/automation-harness.ts';

const delaySeconds = 60;
const harness = automationHarness();
const says = (text: string) => ({ contents: [{ kind: 'text' as const, text }] });
const textsIn = async (chat: string) => (await harness.repliesIn(chat)).map(({ original }) => original);
const answer = (messageId: string) => harness.automation.answerArrivals(harness.workspaceId, [messageId]);

let templateId: string;
let chat: string;
beforeEach(async () => {
  templateId = (await harness.template(says('Hola'))).id;
  chat = await harness.openChat();
});

/** Receives two messages whose jobs are due. */
async function receiveTwo(first: string, second: string): Promise<[string, string]> {
  const ids: [string, string] = [await harness.receive(chat, first), await harness.receive(chat, second)];
  for (const id of ids) await harness.addArrival(chat, id);
  return ids;
}

it('answers an earlier message first if its job isn’t done yet', async () => {
  await harness.rule({ keywords: ['envío'], ...says('5 €') });
  await harness.rule({ keywords: ['precio'], ...says('10 €') });
  const [first, second] = await receiveTwo('¿Y el envío?', '¿El precio?');
  await answer(second);
  expect(await textsIn(chat)).toEqual(['Hola', '5 €', '10 €']);
  await answer(first);
  expect(await textsIn(chat)).toEqual(['Hola', '5 €', '10 €']);
});

it('leaves an earlier message’s delayed reply and its translation to its own job', async () => {
  await harness.rule({ keywords: ['talla'], ...says('M'), delaySeconds });
  await harness.rule({ keywords: ['tomorrow'], matchTranslation: true });
  const [first, second] = await receiveTwo('¿Qué talla?', 'Gracias');
  await answer(second);
  expect(await harness.jobsOf('automation.delayed-reply')).toEqual([]);
  await answer(first);
  expect(await harness.jobsOf('automation.delayed-reply')).toHaveLength(1);
});

it('continues after an earlier message that can’t be answered', async () => {
  await harness.rule({ keywords: ['envío'], ...says('5 €') });
  await harness.rule({ keywords: ['precio'], ...says('10 €') });
  const { db } = harness.database;
  await db.execute(sql`alter table ${messages} add constraint dies check (original <> '5 €') not valid`);
  const [first, second] = await receiveTwo('¿Y el envío?', '¿El precio?');
  await answer(second);
  await db.execute(sql`alter table ${messages} drop constraint dies`);
  expect(await textsIn(chat)).toEqual(['10 €']);
  await answer(first);
  expect(await textsIn(chat)).toEqual(['10 €', 'Hola', '5 €']);
});

it('sends an earlier message’s delayed reply first, if it is due', async () => {
  await harness.rule({ keywords: ['talla'], ...says('M'), delaySeconds });
  const { id: color } = await harness.rule({ keywords: ['color'], ...says('rojo'), delaySeconds });
  for (const [due, expected] of [
    [true, ['Hola', 'M', 'rojo']],
    [false, ['Hola', 'rojo']],
  ] as const) {
    chat = await harness.openChat();
    await harness.arrive(chat, '¿Qué talla?');
    const [second = ''] = await harness.arrive(chat, '¿Qué color?');
    expect(await textsIn(chat)).toEqual(['Hola']);
    if (due) await harness.makeDue();
    await harness.automation.answerLater(harness.workspaceId, second, color);
    expect(await textsIn(chat)).toEqual(expected);
  }
});

it('sends no template and no rule that was disabled while their job waited for the conversation’s lock', async () => {
  const { database } = harness;
  const rule = await harness.rule();
  const messageId = await harness.receive(chat, '¿Y el envío?');
  const answering = await transaction(database, async (tx) => {
    await tx.db.execute(sql`select from ${conversations} where id = ${chat} for update`);
    const begun = answer(messageId);
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"conversations"%'`;
    await until('the job to wait', async () => (await database.db.execute(waiting)).rows.length > 0);
    for (const [kind, id] of [
      ['keyword', rule.id],
      ['welcome', templateId],
    ] as const)
      await setRulesEnabled(harness, harness.caller(), kind, { ids: [id], enabled: false });
    return { begun };
  });
  await answering.begun;
  expect(await textsIn(chat)).toEqual([]);
});
