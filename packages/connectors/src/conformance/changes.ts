/** Tests edits, deletions, reactions and replies, in both directions. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import type { InboundMessage } from '../spec.ts';
import type { TestHost } from '../testing/host.ts';
import { type Bench, greetIfRequired } from './harness.ts';

/** Returns the id by which changes and replies refer to a message. */
const nameOf = ({ platformMessageId, referenceId }: InboundMessage) => referenceId ?? platformMessageId;

async function written<C>(bench: Bench<C>, host: TestHost, text: string): Promise<InboundMessage> {
  const before = host.messages.length;
  await bench.harness.customer.write(text);
  return until('the message', () => host.messages[before]);
}

export function changeTests<C>(bench: Bench<C>): void {
  inboundPromises(bench);
  outboundPromises(bench);
  answerPromises(bench);
}

function inboundPromises<C>(bench: Bench<C>): void {
  it('reports the customer’s edits', async ({ skip }) => {
    if (!bench.harness.connector.manifest.capabilities.edits.inbound) return skip('customers can’t');
    const { host } = await bench.online();
    const message = await written(bench, host, 'the red one');
    await bench.harness.customer.edit?.('the blue one');
    await until('the edit', () => host.changes.length > 0);
    const [change] = host.changes;
    expect(change).toMatchObject({ kind: 'edited', text: 'the blue one', by: message.from.id });
    expect([message.platformMessageId, message.referenceId]).toContain(change?.target);
    expect(host.messages).toHaveLength(1);
  });

  it('reports the customer’s deletions', async ({ skip }) => {
    if (!bench.harness.connector.manifest.capabilities.deletions.inbound) return skip('customers can’t');
    const { host } = await bench.online();
    const message = await written(bench, host, 'never mind');
    await bench.harness.customer.takeBack?.();
    await until('the deletion', () => host.changes.length > 0);
    expect(host.changes).toEqual([
      expect.objectContaining({ kind: 'deleted', target: nameOf(message), by: message.from.id }),
    ]);
    expect(host.messages).toHaveLength(1);
  });

  it('reports the customer’s reactions, and their removal', async ({ skip }) => {
    if (!bench.harness.connector.manifest.capabilities.reactions.inbound) return skip('customers can’t');
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const result = await connection.send(bench.message('Sí, en azul.'));
    await until('the answer', () => bench.harness.customer.received().length > 0);
    await bench.harness.customer.react?.(['👍']);
    await until('the reaction', () => host.changes.length > 0);
    await bench.harness.customer.react?.([]);
    await until('none', () => host.changes.length > 1);
    const target = result.ok ? result.platformMessageId : '';
    expect(host.changes).toEqual([
      expect.objectContaining({ kind: 'reacted', target, reactions: ['👍'] }),
      expect.objectContaining({ kind: 'reacted', target, reactions: [] }),
    ]);
  });
}

function outboundPromises<C>(bench: Bench<C>): void {
  it('edits a message of the business idempotently', async ({ skip }) => {
    const { capabilities } = bench.harness.connector.manifest;
    if (!capabilities.edits.outbound) return skip('the business can’t');
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const { chatId, received } = bench.harness.customer;
    const result = await connection.send(bench.message('Sí, en rojo.'));
    const target = result.ok ? result.platformMessageId : '';
    const edit = { kind: 'edit', chatId, target, text: 'Sí, en azul.', caption: false } as const;
    expect(await connection.change?.(edit)).toEqual({ ok: true });
    expect(await connection.change?.(edit)).toEqual({ ok: true });
    if (capabilities.embed) return;
    await until('the edit', () => received().includes('Sí, en azul.'));
    expect(received()).toEqual(['Sí, en azul.']);
    expect(await connection.change?.({ ...edit, text: ' ' })).toMatchObject({
      ok: false,
      outcome: 'permanent',
    });
  });

  it('deletes a message of the business', async ({ skip }) => {
    const { capabilities } = bench.harness.connector.manifest;
    if (!capabilities.deletions.outbound) return skip('the business can’t');
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const { chatId, received } = bench.harness.customer;
    const result = await connection.send(bench.message('To the wrong customer'));
    const target = result.ok ? result.platformMessageId : '';
    await until('the message', () => received().length > 0);
    expect(await connection.change?.({ kind: 'delete', chatId, target })).toEqual({ ok: true });
    expect(await connection.change?.({ kind: 'delete', chatId, target })).toEqual({ ok: true });
    if (!capabilities.embed) await until('the deletion', () => received().length === 0);
  });

  it('reacts to the customer’s message', async ({ skip }) => {
    const { capabilities } = bench.harness.connector.manifest;
    if (!capabilities.reactions.outbound) return skip('the business can’t');
    const { host, connection } = await bench.online();
    const message = await written(bench, host, 'Thank you!');
    const { chatId, reactions } = bench.harness.customer;
    const react = { kind: 'react', chatId, target: nameOf(message) } as const;
    expect(await connection.change?.({ ...react, emoji: '👍' })).toEqual({ ok: true });
    if (!capabilities.embed) await until('the reaction', () => reactions?.().join() === '👍');
    expect(await connection.change?.({ ...react, emoji: null })).toEqual({ ok: true });
    if (!capabilities.embed) await until('none', () => reactions?.().length === 0);
  });
}

function answerPromises<C>(bench: Bench<C>): void {
  it('transmits the message replied to, in both directions', async ({ skip }) => {
    if (!bench.harness.connector.manifest.capabilities.replies) return skip('the platform has no answers');
    const { host, connection } = await bench.online();
    const message = await written(bench, host, 'In blue?');
    const result = await connection.send({ ...bench.message('Yes'), replyTo: nameOf(message) });
    const { customer } = bench.harness;
    await until('the answer', () => customer.received().length > 0);
    expect(customer.received()).toEqual(['Yes']);
    expect(customer.answered?.()).toBe('In blue?');
    await customer.answer?.('Great');
    const answer = await until('its answer', () => host.messages[1]);
    expect(answer).toMatchObject({ text: 'Great', replyTo: result.ok ? result.platformMessageId : '' });
  });
}
