/** Tests the customer's actions. */

import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { type Bench, expectTexts, hostileTexts, textsOf } from './harness.ts';

export function inboundTests<C>(bench: Bench<C>): void {
  it('reports an inbound message once, with all fields', async () => {
    const { host } = await bench.online();
    const before = Date.now();
    await bench.harness.customer.write('¿Tienen el vestido en azul?');
    await until('the message', () => host.messages.length > 0);
    const [first] = host.messages;
    expect(first).toMatchObject({
      kind: 'text',
      chatId: bench.harness.customer.chatId,
      chatKind: 'private',
      text: '¿Tienen el vestido en azul?',
      history: false,
    });
    expect(first?.platformMessageId).toMatch(/./);
    expect(first?.from.id).toMatch(/./);
    // Platforms that store whole seconds round down.
    expect(first?.sentAt).toBeGreaterThanOrEqual(before - 1000);
    expect(first?.sentAt).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it('reports many messages once each, in order if the platform preserves it', async () => {
    const { host } = await bench.online();
    const texts = Array.from({ length: 25 }, (_, i) => `message ${i}`);
    for (const text of texts) await bench.harness.customer.write(text);
    await until('all messages', () => host.messages.length >= texts.length);
    expectTexts(bench, host.messages, texts);
    expect(new Set(host.accepted.map((one) => one.platformMessageId)).size).toBe(texts.length);
  });

  it.for(hostileTexts)('carries hostile text in: %s', async ([, text]) => {
    const { host } = await bench.online();
    await bench.harness.customer.write(text);
    await until('the message', () => host.messages.length > 0);
    expect(textsOf(host.messages)).toEqual([bench.harness.heard(text)]);
  });

  it('reports presence', async ({ skip }) => {
    if (!bench.harness.connector.manifest.capabilities.presence) return skip('the platform doesn’t tell it');
    const { host } = await bench.online();
    const peerId = bench.harness.customer.chatId;
    await bench.harness.customer.setOnline?.(true);
    await until('online', () => host.presences.at(-1)?.online === true);
    await bench.harness.customer.setOnline?.(false);
    await until('offline', () => host.presences.at(-1)?.online === false);
    expect(new Set(host.presences.map((one) => one.peerId))).toEqual(new Set([peerId]));
  });
}
