/** Tests messages that the business sends with the account from another program. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { type Bench, textsOf } from './harness.ts';

export function echoTests<C>(bench: Bench<C>): void {
  it('reports a message from the business’s other program once, as the business’s', async ({ skip }) => {
    const { connector, customer, otherProgram } = bench.harness;
    if (!connector.manifest.capabilities.echoes || !otherProgram)
      return skip('the platform doesn’t report it');
    const { host, connection } = await bench.online();
    await otherProgram.write('Sí, en azul.');
    await until('the message', () => host.messages.length > 0);
    await customer.write('gracias');
    await until('the answer', () => host.messages.length > 1);
    const { chatId } = customer;
    expect(host.messages[0]).toMatchObject({
      kind: 'text',
      text: 'Sí, en azul.',
      author: 'business',
      chatId,
      chatKind: 'private',
      from: { id: chatId, displayName: null },
      history: false,
    });
    expect(host.messages[1]?.author ?? 'customer').toBe('customer');
    expect(host.typings.filter(({ on }) => on)).toEqual([]);
    await connection.close();
    await otherProgram.write('De nada.');
    const again = await bench.online(host.stored);
    await until('the message', () => again.host.messages.length > 0);
    expect(textsOf(again.host.messages)).toEqual(['De nada.']);
    expect(again.host.receipts).toEqual([]);
  });

  it('reports no sent message as one from another program', async ({ skip }) => {
    const { connector, customer, otherProgram } = bench.harness;
    if (!connector.manifest.capabilities.echoes || !otherProgram)
      return skip('the platform doesn’t report it');
    const { host, connection } = await bench.online();
    expect(await connection.send(bench.message('Sí, en rojo.'))).toMatchObject({ ok: true });
    await until('the answer', () => customer.received().length === 1);
    await otherProgram.write('Y en azul.');
    await until('the message', () => host.messages.length > 0);
    await connection.close();
    const again = await bench.online(host.stored);
    expect(textsOf(host.messages)).toEqual(['Y en azul.']);
    expect(textsOf(again.host.messages)).toEqual([]);
  });
}
