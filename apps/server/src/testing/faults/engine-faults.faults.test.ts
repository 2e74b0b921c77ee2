import * as conversationsApi from '@parley/contract/conversations';
import { type ChatModelServer, startChatModel } from '@parley/engines/testing';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDiscrepancies } from '../../modules/characters/index.ts';
import { type ChatHarness, startChatHarness } from '../chat-harness.ts';

/** Short enough to wait for several times, long enough for the second engine on a busy machine. */
const limitMs = 2_000;

describe.each([
  ['hangs', (harness: ChatHarness) => harness.engine.setFault('hang')],
  ['answers 500', (harness: ChatHarness) => harness.engine.setFault('error')],
  ['answers nonsense', (harness: ChatHarness) => harness.engine.setFault('garbage')],
  ['answers with an empty text', (harness: ChatHarness) => harness.engine.setAnswer(() => '')],
  ['answers late', (harness: ChatHarness) => harness.engine.setLatency(limitMs * 3)],
  ['is gone', (harness: ChatHarness) => harness.engine.setFault('down')],
])('when the first engine %s', (_what, harm) => {
  let harness: ChatHarness;
  let second: ChatModelServer;
  beforeAll(async () => {
    second = await startChatModel();
    harness = await startChatHarness({
      config: {
        OPENAI_BASE_URL: `${second.url}/v1`,
        OPENAI_MODEL: 'test-model',
        ENGINE_TIME_LIMIT_MS: String(limitMs),
        TRANSLATION_LINES: 'ai=libretranslate,openai',
      },
    });
    await harness.engine.restart();
    await harm(harness);
  });
  afterAll(async () => {
    await harness.close();
    await second.stop();
  });

  it('the second one translates, both ways, soon, at one price, and no message is lost', async () => {
    const before = await harness.remaining();
    const started = performance.now();
    const { visitor, conversationId } = await harness.meet('Hola, ¿dónde está mi pedido? Gracias');
    const inbound = await harness.messageWhen(
      conversationId,
      'a translation',
      (it) => it.translation !== null,
    );
    // The next round, starting with the first engine again, would come after a minute.
    expect(performance.now() - started).toBeLessThan(50_000);
    const { id } = await harness.says(conversationId, 'It will arrive tomorrow, thank you');
    const outbound = await harness.messageWhen(
      conversationId,
      'to be sent',
      (it) => it.id === id && it.delivery === 'sent',
    );
    expect(outbound.translation).toBe('Llegará mañana, gracias');
    expect((await harness.visitorSees(visitor)).messages.map((it) => it.text)).toContain(
      'Llegará mañana, gracias',
    );
    const { rows } = await harness.app.database.db.execute<{ engine: string; amount: number }>(
      sql`select details->>'engine' as engine, amount from character_entries where kind = 'usage' order by id`,
    );
    expect(rows).toEqual([inbound, outbound].map((it) => ({ engine: 'openai', amount: it.characters })));
    expect(await harness.remaining()).toBe(before - inbound.characters - outbound.characters);
    expect(await findDiscrepancies(harness.app.database)).toEqual([]);
  });

  it('delivers originals inward, sends nothing unasked and charges nothing when all engines fail', async () => {
    await second.setFault('error');
    const before = await harness.remaining();
    const { conversationId } = await harness.meet('Quiero comprar la casa, por favor');
    const inbound = await harness.messageWhen(
      conversationId,
      'an end',
      (it) => it.translationState === 'failed',
    );
    expect(inbound).toMatchObject({ translationProblem: 'engines-failed', characters: 0 });
    const params = { conversationId };
    await harness.call(
      conversationsApi.putConversationSettings,
      { params, body: { own: null, pinnedLanguage: 'es' } },
      harness.agent.token,
    );
    const { id } = await harness.says(conversationId, 'Good morning to you');
    const outbound = await until('an end', async () =>
      (await harness.messagesOf(conversationId)).find((it) => it.id === id && it.delivery === 'failed'),
    );
    expect(outbound).toMatchObject({
      translationProblem: 'engines-failed',
      characters: 0,
      translation: null,
    });
    expect(await harness.remaining()).toBe(before);
  });
});
