/** Tests handles that allow a reply to a customer's message. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import type { ReplyHandle } from '../spec.ts';
import type { TestHost } from '../testing/host.ts';
import type { Bench } from './harness.ts';

const none = 'the platform gives no handles';

export function replyHandleTests<C>(bench: Bench<C>): void {
  it('declares the lifetime of a required handle', ({ skip }) => {
    const { replyHandles, window } = bench.harness.connector.manifest.capabilities;
    if (!replyHandles?.required) return skip('it answers without handles, too');
    expect(window).toBeDefined();
  });

  it('reports a handle with a customer’s message', async ({ skip }) => {
    if (bench.harness.connector.manifest.capabilities.replyHandles === undefined) return skip(none);
    const { host } = await bench.online();
    const handle = await handleOf(bench, host);
    expect(handle.value.length).toBeGreaterThan(0);
    expect(handle.value.length).toBeLessThanOrEqual(4_000);
    expect(handle.expiresAt).toBeGreaterThan(Date.now());
    expect(handle.uses).toBeGreaterThanOrEqual(1);
  });

  it('replies with the given handle', async ({ skip }) => {
    if (bench.harness.connector.manifest.capabilities.replyHandles === undefined) return skip(none);
    const { host, connection } = await bench.online();
    const { value: replyHandle } = await handleOf(bench, host);
    const sent = await connection.send({ ...bench.message('by the handle'), replyHandle });
    expect(sent).toMatchObject({ ok: true, platformMessageId: expect.stringMatching(/./) });
    await until('the answer', () => bench.harness.customer.received().length > 0);
    expect(bench.harness.customer.byHandle?.()).toBe(1);
  });

  it('replies in another way, or refuses permanently, once a handle is invalid', async ({ skip }) => {
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

/** Returns the handle of a new message from the customer. */
async function handleOf<C>({ harness }: Bench<C>, host: TestHost): Promise<ReplyHandle> {
  await harness.customer.write('Hola');
  const found = await until('the message', () => host.messages.at(-1));
  if (found.replyHandle === undefined) throw new Error('The message has no handle');
  return found.replyHandle;
}
