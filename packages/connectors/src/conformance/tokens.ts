/** Tests access by tokens that are refreshed. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { type Bench, meet } from './harness.ts';

const none = 'its accounts need no tokens';

export function tokenPromises<C>(bench: Bench<C>): void {
  /** The number of refreshes since now. */
  const counting = () => {
    const { tokens } = bench.harness;
    const before = tokens?.counts().refreshed ?? 0;
    return () => (tokens?.counts().refreshed ?? 0) - before;
  };
  const noReuse = () => expect(bench.harness.tokens?.counts().reused).toBe(0);

  it('finds the tokens in the credentials', ({ skip }) => {
    const { connector, credentials, tokens } = bench.harness;
    if (tokens === undefined) return skip(none);
    const first = connector.tokens?.first(credentials);
    expect(first?.access ?? first?.refresh).toMatch(/./);
  });

  it('checks credentials by the tokens that they carry', async ({ skip }) => {
    const { connector, credentials, tokens, newHost } = bench.harness;
    if (tokens === undefined) return skip(none);
    expect(await connector.check(credentials, newHost())).toMatchObject({ ok: true });
    tokens.revoke();
    expect(await connector.check(credentials, newHost())).toMatchObject({
      ok: false,
      kind: 'refused',
      reason: expect.stringMatching(/^authorization-ended/),
    });
  });

  it('sends once, after one refresh and one more call, when the access token ends in between', async ({
    skip,
  }) => {
    const { tokens } = bench.harness;
    if (tokens === undefined) return skip(none);
    const { host, connection } = await bench.online();
    await meet(bench.harness, host);
    const refreshed = counting();
    tokens.expire();
    expect(await connection.send(bench.message('still here'))).toMatchObject({ ok: true });
    await until('the message', () => bench.harness.customer.received().length > 0);
    expect(bench.harness.customer.received()).toEqual(['still here']);
    expect(refreshed()).toBe(1);
    noReuse();
  });

  it('refreshes once for 64 callers at the same time', async ({ skip }) => {
    const { connector, credentials, tokens } = bench.harness;
    if (tokens === undefined || !connector.fetchMedia) return skip(none);
    const { host } = await bench.online();
    const refreshed = counting();
    tokens.expire();
    const context = { ...host, maxBytes: 1_000_000 };
    const calls = Array.from({ length: 64 }, (_, n) =>
      connector.fetchMedia?.({ key: `nobody-has-it-${n}` }, credentials, context),
    );
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ outcome: 'gone' });
    expect(refreshed()).toBe(1);
    noReuse();
  });

  it('keeps no tokens itself: the next process goes on with those that the host has', async ({ skip }) => {
    if (bench.harness.tokens === undefined) return skip(none);
    const first = await bench.online();
    first.host.crash();
    bench.forget(first.connection);
    const { connection } = await bench.online(first.host.stored);
    bench.harness.tokens.expire();
    expect(await connection.send(bench.message('again'))).toMatchObject({ ok: true });
    noReuse();
  });

  it('reports the end of the authorization, and asks for no more tokens', async ({ skip }) => {
    const { tokens } = bench.harness;
    if (tokens === undefined) return skip(none);
    tokens.revoke();
    const host = bench.harness.newHost();
    await bench.connect(host);
    await until('the refusal', () => host.states.at(-1)?.state === 'refused');
    expect(host.states.at(-1)?.reason).toMatch(/^authorization-ended/);
    expect(tokens.counts()).toMatchObject({ refreshed: 0, reused: 0 });
  });

  it('keeps a message for later while the authorization server is in trouble', async ({ skip }) => {
    const { tokens } = bench.harness;
    if (tokens === undefined) return skip(none);
    const { host, connection } = await bench.online();
    await meet(bench.harness, host);
    tokens.expire();
    tokens.trouble();
    const message = bench.message('in the end');
    expect(await connection.send(message)).toMatchObject({ ok: false, outcome: 'transient' });
    expect(await connection.send(message)).toMatchObject({ ok: true });
    expect(bench.harness.customer.received()).toEqual(['in the end']);
    noReuse();
  });

  it('accepts nothing of its app’s deliveries without access, and all of it later', async ({ skip }) => {
    const { connector, credentials, tokens, appWebhook } = bench.harness;
    if (tokens === undefined || !connector.app || !appWebhook) return skip(none);
    const { secrets, account, delivery } = appWebhook;
    const read = connector.app.read(delivery([{ account, id: 'm1', text: 'Hola' }]), secrets);
    if (read.kind !== 'events') throw new Error(read.kind);
    const events = read.events.map(({ payload }) => payload);
    const host = bench.harness.newHost();
    tokens.trouble();
    await expect(connector.app.receive(events, credentials, host)).rejects.toThrow();
    expect(host.messages).toEqual([]);
    await connector.app.receive(events, credentials, host);
    expect(host.messages).toHaveLength(1);
  });
}
