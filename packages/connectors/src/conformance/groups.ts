/** Tests group messages, in both directions. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { type Bench, type HarnessGroup, textsOf } from './harness.ts';

export function groupTests<C>(bench: Bench<C>): void {
  /** Returns undefined if the platform has no groups. */
  const groupOf = (): HarnessGroup | undefined =>
    bench.harness.connector.manifest.capabilities.groups === null ? undefined : bench.harness.group;

  it('reports a member’s message in a group once, with its author', async ({ skip }) => {
    const group = groupOf();
    if (!group) return skip('the connector takes part in no groups');
    const { host, connection } = await bench.online();
    await group.enter(host);
    await group.write('¿Quién tiene azul?');
    await until('the message', () => host.messages.length > 0);
    const { chatId } = group;
    expect(host.messages[0]).toMatchObject({ chatId, chatKind: 'group', text: '¿Quién tiene azul?' });
    const { from, author = 'customer' } = host.messages[0] ?? {};
    expect([author, from?.id === chatId, from?.displayName]).toEqual(['customer', false, group.memberName]);
    await connection.close();
    await group.write('¿Y rojo?');
    const again = await bench.online(host.stored);
    await until('what was missed', () => again.host.messages.length > 0);
    expect(textsOf(again.host.messages)).toEqual(['¿Y rojo?']);
    expect(again.host.messages[0]?.from.id).toBe(from?.id);
  });

  it('sends to a group without reporting the reflection as a new message', async ({ skip }) => {
    const group = groupOf();
    if (!group) return skip('the connector takes part in no groups');
    const { host, connection } = await bench.online();
    await group.enter(host);
    const message = { ...bench.message('Sí, en azul.'), chatId: group.chatId, chatKind: 'group' as const };
    expect(await connection.send({ ...message, firstAttempt: true })).toMatchObject({ ok: true });
    await until('the answer', () => group.received().includes('Sí, en azul.'));
    await group.write('gracias');
    await until('the thanks', () => host.messages.length > 0);
    expect(textsOf(host.messages)).toEqual(['gracias']);
  });

  it('leaves a group for good, idempotently, and returns when admitted again', async ({ skip }) => {
    const group = groupOf();
    const isLeaving = bench.harness.connector.manifest.capabilities.groups?.leaving ?? false;
    if (!group || !isLeaving) return skip('the account leaves no groups');
    const { host, connection } = await bench.online();
    await group.enter(host);
    await group.write('hello');
    await until('the message', () => host.messages.length > 0);
    expect(await connection.leaveGroup?.(group.chatId)).toEqual({ ok: true });
    expect(host.groups.findLast(({ own }) => own !== undefined)).toMatchObject({
      chatId: group.chatId,
      own: { exit: 'left' },
    });
    expect(group.isIn()).toBe(false);
    expect(await connection.leaveGroup?.(group.chatId)).toEqual({ ok: true });
    const message = { ...bench.message('to nobody'), chatId: group.chatId, chatKind: 'group' as const };
    expect(await connection.send(message)).toMatchObject({ ok: false, outcome: 'permanent' });
    await connection.close();
    const again = await bench.online(host.stored);
    expect(group.isIn()).toBe(false);
    await group.enter(again.host);
    expect(group.isIn()).toBe(true);
    await group.write('back');
    await until('the message', () => textsOf(again.host.messages).includes('back'));
  });

  it('reports that a text mentions the account, with the range', async ({ skip }) => {
    const group = groupOf();
    const isTold = bench.harness.connector.manifest.capabilities.groups?.mentions.inbound;
    if (!group || !isTold) return skip('the platform doesn’t show it');
    const { host } = await bench.online();
    await group.enter(host);
    await group.write('to nobody');
    const words = await group.mention();
    await until('both', () => host.messages.length > 1);
    const [plain, mentioning] = host.messages;
    expect(plain?.mentions ?? []).toEqual([]);
    const [mention] = mentioning?.mentions ?? [];
    expect(mention?.member).toBeNull();
    const [text = ''] = textsOf(mentioning ? [mentioning] : []);
    expect(text.slice(mention?.start, (mention?.start ?? 0) + (mention?.length ?? 0))).toBe(words);
  });
}
