/** Tests that a customer whose id the platform replaces stays the same person. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import type { TestHost } from '../testing/host.ts';
import type { Bench } from './harness.ts';

export function idChangeTests<C>(bench: Bench<C>): void {
  it('reports a customer’s new id before any message under it', async ({ skip }) => {
    const { customer } = bench.harness;
    if (!customer.changeId) return skip('customers keep their ids');
    const { host } = await bench.online();
    await customer.write('before');
    await until('the first message', () => host.messages.length === 1);
    const known = knownAtAccept(host);
    const change = await customer.changeId();
    await customer.write('after');
    await until('the second message', () => host.messages.length === 2);
    expect(host.messages.map(({ from }) => from.id)).toEqual([change.oldId, change.newId]);
    expect(host.idChanges).toContainEqual(change);
    expect(known.get(change.newId)).toContainEqual(change);
  });

  it('reports an id change that happened while disconnected', async ({ skip }) => {
    const { customer, connector } = bench.harness;
    if (!customer.changeId) return skip('customers keep their ids');
    if (!connector.manifest.capabilities.history) return skip('what was missed is lost');
    const { host, connection } = await bench.online();
    await customer.write('before');
    await until('the first message', () => host.messages.length === 1);
    await connection.close();
    const change = await customer.changeId();
    await customer.write('after');
    const next = bench.harness.newHost(host.stored);
    const known = knownAtAccept(next);
    await bench.connect(next);
    await until('the second message', () => next.messages.length === 1);
    expect(known.get(change.newId)).toContainEqual(change);
  });
}

/** Returns the id changes that were reported before each sender's first message. */
function knownAtAccept(host: TestHost): ReadonlyMap<string, TestHost['idChanges']> {
  const known = new Map<string, TestHost['idChanges']>();
  const { accept } = host;
  host.accept = (messages) => {
    for (const { from } of messages) if (!known.has(from.id)) known.set(from.id, [...host.idChanges]);
    return accept(messages);
  };
  return known;
}
