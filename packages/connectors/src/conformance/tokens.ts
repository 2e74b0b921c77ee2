/** Tests access with tokens that are refreshed. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { type Bench, greetIfRequired } from './harness.ts';

const none = 'its accounts need no tokens';

export function tokenTests<C>(bench: Bench<C>): void {
  /** Returns a function that counts the refreshes from now on. */
  const counting = () => {
    const { tokens } = bench.harness;
    const before = tokens?.counts().refreshed ?? 0;
    return () => (tokens?.counts().refreshed ?? 0) - before;
  };
  const noReuse = () => expect(bench.harness.tokens?.counts().reused).toBe(0);

  it('returns the tokens in the credentials', ({ skip }) => {
    const { connector, credentials, tokens } = bench.harness;
    if (tokens === undefined) return skip(none);
    const first = connector.tokens?.first(credentials);
    expect(first?.access ?? first?.refresh).toMatch(/./);
  });

  it('checks credentials by means of their tokens', async ({ skip }) => {
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

  it('sends once, after one refresh and a repeated call, if the access token has expired', async ({
    skip,
  }) => {
    const { tokens } = bench.harness;
    if (tokens === undefined) return skip(none);
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const refreshed = counting();
    tokens.expire();
    expect(await connection.send(bench.message('still here'))).toMatchObject({ ok: true });
    await until('the message', () => bench.harness.customer.received().length > 0);
    expect(bench.harness.customer.received()).toEqual(['still here']);
    expect(refreshed()).toBe(1);
    noReuse();
  });

  it('refreshes once for 64 concurrent callers', async ({ skip }) => {
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

  it('stores no tokens itself, and continues with the host’s in the next process', async ({ skip }) => {
    if (bench.harness.tokens === undefined) return skip(none);
    const first = await bench.online();
    first.host.crash();
    bench.forget(first.connection);
    const { connection } = await bench.online(first.host.stored);
    bench.harness.tokens.expire();
    expect(await connection.send(bench.message('again'))).toMatchObject({ ok: true });
    noReuse();
  });

  it('reports the end of the authorization, and requests no more tokens', async ({ skip }) => {
    const { tokens } = bench.harness;
    if (tokens === undefined) return skip(none);
    tokens.revoke();
    const host = bench.harness.newHost();
    await bench.connect(host);
    await until('the refusal', () => host.states.at(-1)?.state === 'refused');
    expect(host.states.at(-1)?.reason).toMatch(/^authorization-ended/);
    expect(tokens.counts()).toMatchObject({ refreshed: 0, reused: 0 });
  });

  it('returns a transient failure while the authorization server fails', async ({ skip }) => {
    const { tokens } = bench.harness;
    if (tokens === undefined) return skip(none);
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    tokens.expire();
    tokens.trouble();
    const message = bench.message('in the end');
    expect(await connection.send(message)).toMatchObject({ ok: false, outcome: 'transient' });
    expect(await connection.send(message)).toMatchObject({ ok: true });
    expect(bench.harness.customer.received()).toEqual(['in the end']);
    noReuse();
  });

  it('accepts its app’s deliveries only once it has access, and then completely', async ({ skip }) => {
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
