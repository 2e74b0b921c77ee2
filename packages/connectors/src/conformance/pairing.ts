/** Tests the pairing of an account with the phone that scans its code. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { pairingLimits } from '../kit/value-limits.ts';
import type { PairingEvent } from '../spec.ts';
import type { TestHost } from '../testing/host.ts';
import type { Bench, HarnessPairing } from './harness.ts';

const none = 'the platform pairs no accounts';

export function pairingTests<C>(bench: Bench<C>): void {
  it('yields a code, its scan, and credentials that the platform accepts', async ({ skip }) => {
    const { connector, pairing } = bench.harness;
    const { manifest } = connector;
    expect(connector.pairing !== undefined).toBe(manifest.pairing !== undefined);
    if (pairing === undefined) return skip(none);
    const { events, code, ended } = begin(bench, pairing);
    expect(await pairing.scan(await code())).toBe(true);
    await until('the scan to be noticed', () => events.at(-1)?.kind === 'scanned');
    await pairing.confirm();
    await ended;
    const end = paired(events);
    expect(end.account).toEqual({ id: pairing.account, displayName: expect.stringMatching(/./) });
    expect(manifest.credentials.safeParse(end.credentials).success).toBe(true);
    expect(JSON.stringify(end.credentials).length).toBeLessThanOrEqual(pairingLimits.credentialsBytes);
    const checked = await connector.check(end.credentials, bench.harness.newHost());
    expect(checked).toMatchObject({ ok: true, account: { id: pairing.account } });
    for (const event of events) if (event.kind === 'code') expectWithinLimits(event);
  });

  it('renews the code, and invalidates the previous one', async ({ skip }) => {
    const { pairing } = bench.harness;
    if (pairing === undefined) return skip(none);
    const { events, code, ended } = begin(bench, pairing);
    const first = await code();
    await pairing.renew();
    const second = await until('the next code', async () => {
      const now = await code();
      return now !== first && now;
    });
    expect(await pairing.scan(first)).toBe(false);
    expect(await pairing.scan(second)).toBe(true);
    await pairing.confirm();
    await ended;
    expect(events.at(-1)?.kind).toBe('paired');
  });

  it('ends with the reason when the phone declines', async ({ skip }) => {
    const { pairing } = bench.harness;
    if (pairing === undefined) return skip(none);
    const { events, code, ended } = begin(bench, pairing);
    await pairing.scan(await code());
    await pairing.decline();
    await ended;
    expect(events.at(-1)).toEqual({ kind: 'refused', reason: 'pairing-declined' });
    expect(pairing.devices()).toBe(0);
    await until('the end at the platform', () => pairing.underway() === 0);
  });

  it('closes its connections when the pairing is aborted', async ({ skip }) => {
    const { pairing } = bench.harness;
    if (pairing === undefined) return skip(none);
    const aborted = begin(bench, pairing);
    await aborted.code();
    aborted.abort();
    await aborted.ended;
    const { host, read } = reading(bench, pairing);
    for await (const event of read) {
      expect(event.kind).toBe('code');
      break;
    }
    await until('the end at the platform', () => pairing.underway() === 0 && host.openSockets() === 0);
    expect(aborted.host.openSockets()).toBe(0);
  });

  it('revokes credentials that weren’t stored', async ({ skip }) => {
    const { connector, pairing } = bench.harness;
    if (pairing === undefined || connector.pairing === undefined) return skip(none);
    const { events, code, ended } = begin(bench, pairing);
    await pairing.scan(await code());
    await pairing.confirm();
    await ended;
    const { credentials } = paired(events);
    expect(pairing.devices()).toBe(1);
    await connector.pairing.unpair(credentials, bench.harness.newHost());
    expect(pairing.devices()).toBe(0);
    const checked = await connector.check(credentials, bench.harness.newHost());
    expect(checked).toMatchObject({ ok: false, kind: 'refused' });
  });
}

function reading<C>({ harness }: Bench<C>, { values }: HarnessPairing) {
  const { connector } = harness;
  const host: TestHost = harness.newHost();
  const ending = new AbortController();
  if (connector.pairing === undefined) throw new Error('the connector pairs nothing');
  const read = connector.pairing.pair(values, { ...host, signal: ending.signal });
  return { host, read, abort: () => ending.abort() };
}

/** Reads a pairing in the background. */
function begin<C>(bench: Bench<C>, pairing: HarnessPairing) {
  const { read, ...rest } = reading(bench, pairing);
  const events: PairingEvent<C>[] = [];
  const ended = (async () => {
    for await (const event of read) events.push(event);
  })();
  const code = () =>
    until('a code', () => {
      const last = events.findLast((event) => event.kind === 'code');
      return last?.kind === 'code' && last.text;
    });
  return { ...rest, events, ended, code };
}

function paired<C>(events: readonly PairingEvent<C>[]) {
  const end = events.at(-1);
  if (end?.kind !== 'paired') throw new Error(`not paired: ${JSON.stringify(end)}`);
  return end;
}

function expectWithinLimits({ text, validMs }: { text: string; validMs: number }): void {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(pairingLimits.codeBytes);
  expect(text.length).toBeGreaterThan(0);
  expect(validMs).toBeGreaterThan(0);
}
