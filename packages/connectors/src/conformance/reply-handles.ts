/** Tests handles by which customers' messages are answered. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import type { ReplyHandle } from '../spec.ts';
import type { TestHost } from '../testing/host.ts';
import type { Bench } from './harness.ts';

const none = 'the platform gives no handles';

export function replyHandlePromises<C>(bench: Bench<C>): void {
  it('declares how long a required handle lasts', ({ skip }) => {
    const { replyHandles, window } = bench.harness.connector.manifest.capabilities;
    if (!replyHandles?.required) return skip('it answers without handles, too');
    expect(window).toBeDefined();
  });

  it('hands over a handle with a customer’s message', async ({ skip }) => {
    if (bench.harness.connector.manifest.capabilities.replyHandles === undefined) return skip(none);
    const { host } = await bench.online();
    const handle = await handleOf(bench, host);
    expect(handle.value.length).toBeGreaterThan(0);
    expect(handle.value.length).toBeLessThanOrEqual(4_000);
    expect(handle.expiresAt).toBeGreaterThan(Date.now());
    expect(handle.uses).toBeGreaterThanOrEqual(1);
  });

  it('answers by the handle that it is given', async ({ skip }) => {
    if (bench.harness.connector.manifest.capabilities.replyHandles === undefined) return skip(none);
    const { host, connection } = await bench.online();
    const { value: replyHandle } = await handleOf(bench, host);
    const sent = await connection.send({ ...bench.message('by the handle'), replyHandle });
    expect(sent).toMatchObject({ ok: true, platformMessageId: expect.stringMatching(/./) });
    await until('the answer', () => bench.harness.customer.received().length > 0);
    expect(bench.harness.customer.byHandle?.()).toBe(1);
  });

  it('answers in another way, or refuses for good, when the platform takes a handle no more', async ({
    skip,
  }) => {
    const { replyHandles } = bench.harness.connector.manifest.capabilities;
    if (replyHandles === undefined) return skip(none);
    const { host, connection } = await bench.online();
    await handleOf(bench, host);
    const sent = await connection.send({ ...bench.message('too late'), replyHandle: 'no-such-handle' });
    if (replyHandles.required)
      expect(sent).toEqual({ ok: false, outcome: 'permanent', reason: 'message-unanswerable' });
    else await until('the answer', () => bench.harness.customer.received().includes('too late'));
    expect(bench.harness.customer.byHandle?.()).toBe(0);
  });
}

/** The handle of a new message of the customer's. */
async function handleOf<C>({ harness }: Bench<C>, host: TestHost): Promise<ReplyHandle> {
  await harness.customer.write('Hola');
  const found = await until('the message', () => host.messages.at(-1));
  if (found.replyHandle === undefined) throw new Error('The message has no handle');
  return found.replyHandle;
}
