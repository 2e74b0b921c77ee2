/** Tests texts that are sent as several platform messages. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { measureText } from '../kit/text-measure.ts';
import type { OutboundMessage, SendResult } from '../spec.ts';
import { type Bench, greetIfRequired } from './harness.ts';

const skipped = 'its longest text is one message';

export function partTests<C>(bench: Bench<C>): void {
  it('sends a longer text in parts that fit, and returns the id of each', async ({ skip }) => {
    const { part } = bench.harness.connector.manifest.capabilities.text;
    if (part === undefined) return skip(skipped);
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const message = longMessage(bench);
    const durable: string[] = [];
    const partSent = async (id: string) => void durable.push(id);
    const { target, parts = [] } = namesOf(await connection.send({ ...message, partSent }));
    expect(parts.length).toBeGreaterThanOrEqual(3);
    expect(parts[0]).toBe(target);
    expect(new Set(parts).size).toBe(parts.length);
    expect(durable).toEqual(parts.slice(0, -1));
    const { received } = bench.harness.customer;
    await until('all parts', () => received().length === parts.length);
    for (const text of received()) expect(measureText(text, part.unit)).toBeLessThanOrEqual(part.max);
    expect(compact(received())).toBe(compact([bench.harness.shown(message.text)]));
  });

  it('sends only the remaining parts', async ({ skip }) => {
    if (bench.harness.connector.manifest.capabilities.text.part === undefined) return skip(skipped);
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const message = longMessage(bench);
    const sentParts: string[] = [];
    // The process dies after the first part is sent and durable.
    const dead = connection.send({
      ...message,
      partSent: (id) => {
        sentParts.push(id);
        return Promise.reject(new Error('the process is gone'));
      },
    });
    await dead.catch(() => undefined);
    const { received } = bench.harness.customer;
    await until('one part', () => received().length === 1);
    const { parts } = namesOf(await connection.send({ ...message, sentParts }));
    expect(parts?.[0]).toBe(sentParts[0]);
    await until('all parts', () => received().length === parts?.length);
    expect(compact(received())).toBe(compact([bench.harness.shown(message.text)]));
  });

  it('deletes all parts', async ({ skip }) => {
    const { text, deletions } = bench.harness.connector.manifest.capabilities;
    if (text.part === undefined || !deletions.outbound) return skip('it has no parts that could be deleted');
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const { chatId, received } = bench.harness.customer;
    const names = namesOf(await connection.send(longMessage(bench)));
    await until('all parts', () => received().length === names.parts?.length);
    expect(await connection.change?.({ kind: 'delete', chatId, ...names })).toEqual({ ok: true });
    await until('none', () => received().length === 0);
  });

  it('edits parts in place, deletes surplus ones, and refuses additional ones', async ({ skip }) => {
    const { text, edits, deletions } = bench.harness.connector.manifest.capabilities;
    if (text.part === undefined || !edits.outbound || !deletions.outbound)
      return skip('it has no parts that could be edited');
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const { chatId, received } = bench.harness.customer;
    const long = longMessage(bench);
    const names = namesOf(await connection.send(long));
    await until('all parts', () => received().length === names.parts?.length);
    const edit = { kind: 'edit', chatId, caption: false, ...names } as const;
    const more = await connection.change?.({ ...edit, text: long.text + long.text });
    expect(more).toEqual({ ok: false, outcome: 'permanent', reason: 'message-in-parts' });
    const shorter = { ...edit, text: 'In blue.' };
    expect(await connection.change?.(shorter)).toEqual({ ok: true, parts: [names.target] });
    expect(await connection.change?.(shorter)).toEqual({ ok: true, parts: [names.target] });
    await until('the edit', () => received().join() === 'In blue.');
  });
}

/** Returns a text of three or four parts. */
function longMessage<C>(bench: Bench<C>): OutboundMessage {
  const part = bench.harness.connector.manifest.capabilities.text.part ?? { max: 0, unit: 'code-points' };
  const words: string[] = [];
  let size = 0;
  while (size <= 2 * part.max) {
    for (let n = 0; n < 50; n += 1) words.push(`word${words.length}`);
    size = measureText(words.join(' '), part.unit);
  }
  return bench.message(words.join(' '));
}

/** Ignores white space at the ends of parts, which the platform may drop. */
const compact = (texts: readonly string[]) => texts.join('').replace(/\s/g, '');

function namesOf(sent: SendResult): { target: string; parts?: readonly string[] } {
  if (!sent.ok) throw new Error(sent.reason);
  return { target: sent.platformMessageId, ...(sent.parts ? { parts: sent.parts } : {}) };
}
