/** Tests the business's actions. */

import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { type Bench, greetIfRequired, hostileTexts } from './harness.ts';

export function outboundTests<C>(bench: Bench<C>): void {
  it.for(hostileTexts)('carries hostile text out: %s', async ([, text]) => {
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    expect(await connection.send(bench.message(text))).toMatchObject({ ok: true });
    await until('the answer', () => bench.harness.customer.received().length > 0);
    expect(bench.harness.customer.received()).toEqual([bench.harness.shown(text)]);
  });

  it('returns the platform’s message id, and delivers the message once', async () => {
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const result = await connection.send({ ...bench.message('Sí, en azul.'), firstAttempt: true });
    expect(result).toMatchObject({ ok: true, platformMessageId: expect.stringMatching(/./) });
    await until('the answer', () => bench.harness.customer.received().length > 0);
    expect(bench.harness.customer.received()).toEqual(['Sí, en azul.']);
  });

  it('refuses an empty message permanently', async () => {
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    for (const text of ['', ' \n ']) {
      expect(await connection.send(bench.message(text))).toMatchObject({ ok: false, outcome: 'permanent' });
    }
  });

  it('sends in the order of the calls', async () => {
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const texts = Array.from({ length: 20 }, (_, i) => `answer ${i}`);
    const results = await Promise.all(texts.map((text) => connection.send(bench.message(text))));
    expect(results.every((result) => result.ok)).toBe(true);
    await until('all answers', () => bench.harness.customer.received().length >= texts.length);
    expect(bench.harness.customer.received()).toEqual(texts);
  });

  it('sends a text of the declared maximum length', async () => {
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const { maxCodePoints } = bench.harness.connector.manifest.capabilities.text;
    const text = '👩🏽‍🚀é'.repeat(Math.floor(maxCodePoints / 5));
    expect(await connection.send(bench.message(text))).toMatchObject({ ok: true });
    await until('the whole text', () => bench.harness.customer.received().join('').length >= text.length);
    expect(bench.harness.customer.received().join('')).toBe(text);
  });

  it('resends the same id without a duplicate, if declared', async ({ skip }) => {
    if (!bench.harness.connector.manifest.capabilities.idempotentSend) return skip('it says that it can’t');
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const one = bench.message('only once');
    const first = await connection.send(one);
    const second = await connection.send(one);
    await connection.close();
    const again = await bench.online(host.stored);
    const third = await again.connection.send(one);
    expect([second, third]).toEqual([first, first]);
    expect(await again.connection.send(bench.message('the end'))).toMatchObject({ ok: true });
    await until('the end', () => bench.harness.customer.received().includes('the end'));
    expect(bench.harness.customer.received()).toEqual(['only once', 'the end']);
  });

  it('reports the receipts that it declares', async ({ skip }) => {
    const { deliveryReceipts, readReceipts } = bench.harness.connector.manifest.capabilities;
    const states = [
      ...(deliveryReceipts ? (['delivered'] as const) : []),
      ...(readReceipts ? (['read'] as const) : []),
    ];
    if (states.length === 0) return skip('the platform has none');
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const askedAt = Date.now();
    const result = await connection.send(bench.message('did you get this?'));
    const platformMessageId = result.ok ? result.platformMessageId : '';
    await until('the answer', () => bench.harness.customer.received().length > 0);
    const chatId = bench.harness.customer.chatId;
    for (const state of states) {
      await bench.harness.customer.confirm?.(state);
      await until(`«${state}»`, () => host.receipts.some((receipt) => receipt.state === state));
      const reports = host.receipts.filter((receipt) => receipt.chatId === chatId && receipt.state === state);
      const names = reports.map((receipt) =>
        // The test's clock is the platform's.
        'upToTime' in receipt && receipt.upToTime >= askedAt && receipt.upToTime <= Date.now()
          ? platformMessageId
          : 'platformMessageId' in receipt && receipt.platformMessageId,
      );
      expect(names).toContain(platformMessageId);
    }
  });

  it('sends read receipts to the platform', async ({ skip }) => {
    if (!bench.harness.connector.manifest.capabilities.markRead) return skip('the platform doesn’t take it');
    const { host, connection } = await bench.online();
    await bench.harness.customer.write('read me');
    await until('the message', () => host.messages.length > 0);
    const id = host.messages[0]?.platformMessageId ?? '';
    await connection.markRead?.(bench.harness.customer.chatId, id);
    await until('the customer to see it', () => bench.harness.customer.sawRead?.());
  });

  it('transmits typing in both directions, as declared', async () => {
    const { typing } = bench.harness.connector.manifest.capabilities;
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const chatId = bench.harness.customer.chatId;
    if (typing.outbound) {
      await connection.typing?.(chatId, true);
      await until('the customer to see it', () => bench.harness.customer.sawTyping?.());
    }
    if (!typing.inbound) return;
    host.typings.length = 0;
    await bench.harness.customer.typing?.(true);
    await until('typing', () => host.typings.some((one) => one.on));
    await bench.harness.customer.typing?.(false);
    await until('no typing', () => host.typings.at(-1)?.on === false);
    expect(new Set(host.typings.map((one) => one.chatId))).toEqual(new Set([chatId]));
  });
}
