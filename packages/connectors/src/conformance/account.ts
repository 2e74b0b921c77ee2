/** Tests credentials, capabilities, going online and closing. */

import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { type Bench, isTimerOrSocket } from './harness.ts';

export function accountTests<C>(bench: Bench<C>): void {
  it('declares transports and credentials consistently', () => {
    const { manifest, webhook, app, appOf } = bench.harness.connector;
    expect(webhook !== undefined).toBe(manifest.transports.includes('webhook'));
    expect(app !== undefined).toBe(manifest.transports.includes('app-webhook'));
    if (app) expect(appOf?.(bench.harness.credentials)).toMatch(/^[\w.-]{1,100}$/);
    // Less than a second leaves no time to write to disk.
    expect(manifest.webhookAnswerMs ?? 1_000).toBeGreaterThanOrEqual(1_000);
    const required = manifest.fields.filter((field) => field.required).map((field) => field.name);
    for (const field of required) {
      const without = { ...bench.harness.credentials, [field]: undefined };
      expect(manifest.credentials.safeParse(without).success, field).toBe(false);
    }
    const unknown = { ...bench.harness.credentials, nobodyKnowsThis: 'x' };
    expect(manifest.credentials.safeParse(unknown).success).toBe(false);
    expect(manifest.credentials.safeParse(bench.harness.credentials).success).toBe(true);
  });

  it('declares limits that let messages through', () => {
    const { manifest, appOf } = bench.harness.connector;
    const { app = [], account = [], chat = [], group = [] } = manifest.limits ?? {};
    for (const { count, perMs, burst = count } of [...app, ...account, ...chat, ...group]) {
      expect(Math.min(count, burst)).toBeGreaterThanOrEqual(1);
      expect(perMs).toBeGreaterThanOrEqual(1);
    }
    if (app.length > 0) expect(appOf?.(bench.harness.credentials)).toMatch(/./);
  });

  it('has the methods of its capabilities and no others', async () => {
    const { connection } = await bench.online();
    const { capabilities } = bench.harness.connector.manifest;
    expect(connection.typing !== undefined).toBe(capabilities.typing.outbound);
    const { edits, deletions, reactions } = capabilities;
    expect(connection.change !== undefined).toBe(
      [edits, deletions, reactions].some(({ outbound }) => outbound),
    );
    expect(connection.markRead !== undefined).toBe(capabilities.markRead);
  });

  it('accepts valid credentials', async () => {
    const result = await bench.harness.connector.check(bench.harness.credentials, bench.harness.newHost());
    expect(result).toMatchObject({ ok: true, account: { id: expect.stringMatching(/./) } });
  });

  it('rejects invalid credentials with the platform’s own reason', async () => {
    const result = await bench.harness.connector.check(
      bench.harness.wrong.credentials,
      bench.harness.newHost(),
    );
    expect(result).toMatchObject({ ok: false, kind: 'refused' });
    expect(result.ok ? '' : result.reason).toMatch(bench.harness.wrong.reason);
  });

  it('reports an unreachable platform', async ({ skip }) => {
    if (bench.harness.unreachable === null)
      return skip('this platform has no place that could be out of reach');
    const result = await bench.harness.connector.check(bench.harness.unreachable, bench.harness.newHost());
    expect(result).toMatchObject({ ok: false, kind: 'unreachable', reason: expect.stringMatching(/./) });
  });

  it('goes online, and offline when closed, and leaves nothing open', async () => {
    const { host, connection } = await bench.online();
    await bench.harness.customer.write('hello');
    await until('the message', () => host.messages.length === 1);
    await connection.send(bench.message('bye'));
    await connection.close();
    expect(host.states.map(({ state }) => state).at(-1)).toBe('offline');
    await until('all sockets closed', () => host.openSockets() === 0);
    await until(
      'no handle left',
      () => process.getActiveResourcesInfo().filter(isTimerOrSocket).length <= bench.handlesBefore,
    );
    bench.forget();
  });

  it('closes while it is still connecting', async () => {
    const host = bench.harness.newHost();
    const connection = await bench.connect(host);
    await connection.close();
    bench.forget();
    expect(host.states.at(-1)?.state).toBe('offline');
    await until('all sockets closed', () => host.openSockets() === 0);
  });

  it('reports refused credentials with the reason, and stops retrying', async ({ skip }) => {
    if (bench.harness.unreachable === null) return skip('Parley itself is the platform');
    const host = bench.harness.newHost();
    const connection = await bench.harness.connector.open(bench.harness.wrong.credentials, host);
    bench.keep(connection);
    await until('the refusal', () => host.states.at(-1)?.state === 'refused');
    expect(host.states.at(-1)?.reason).toMatch(bench.harness.wrong.reason);
    const result = await connection.send(bench.message('into the void'));
    expect(result.ok).toBe(false);
  });
}
