/** Tests the import of messages from before the account was added. */
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { historyLimits } from '../kit/history-limits.ts';
import type { HistoryBatch, HistoryTrouble, InboundMessage } from '../spec.ts';
import type { TestHost } from '../testing/host.ts';
import { type Bench, textsOf } from './harness.ts';

const none = 'the platform hands out no history';

export function historyTests<C>(bench: Bench<C>): void {
  it('reads the history newest first, alongside an open connection, without live messages', async ({
    skip,
  }) => {
    const { connector, customer } = bench.harness;
    const { historyImport } = connector.manifest.capabilities;
    expect(connector.readHistory !== undefined).toBe(historyImport !== undefined);
    if (connector.readHistory === undefined) return skip(none);
    for (const text of ['one', 'two', 'three']) await customer.write(text);
    const { host } = await bench.online();
    await customer.write('new');
    await until('the new message', () => host.messages.length > 0);
    const { messages, pages } = await readAll(bench, host, {});
    expect(textsOf(messages)).toEqual(['three', 'two', 'one']);
    expect(messages.every(({ history, chatId }) => history && chatId === customer.chatId)).toBe(true);
    expect(pages.at(-1)?.position).toBeNull();
    await customer.write('newer');
    await until('the newer message', () => host.messages.length > 1);
    expect(textsOf(host.messages)).toEqual(['new', 'newer']);
    expect(host.states.at(-1)?.state).toBe('online');
  });

  it('resumes from any position with the same messages and ids', async ({ skip }) => {
    if (bench.harness.connector.readHistory === undefined) return skip(none);
    const texts = Array.from({ length: 110 }, (_, n) => `message ${n}`);
    for (const text of texts) await bench.harness.customer.write(text);
    const { host } = await bench.online();
    const { messages, pages } = await readAll(bench, host, {});
    expect(textsOf(messages)).toEqual(texts.toReversed());
    expect(pages.length).toBeGreaterThan(1);
    let read = 0;
    for (const page of pages) {
      expect(page.messages.length).toBeLessThanOrEqual(historyLimits.messages);
      read += page.messages.length;
      if (page.position === null) continue;
      expect(page.position.length).toBeLessThanOrEqual(historyLimits.positionLength);
      const rest = await readAll(bench, host, { position: page.position });
      expect(rest.messages).toEqual(messages.slice(read));
    }
    expect(host.messages).toEqual([]);
  });

  it('reads nothing older than requested', async ({ skip }) => {
    if (bench.harness.connector.readHistory === undefined) return skip(none);
    await bench.harness.customer.write('old');
    const { host } = await bench.online();
    const { messages } = await readAll(bench, host, { since: Date.now() + 60_000 });
    expect(messages).toEqual([]);
  });

  it('returns the reason why its history can’t be read', async ({ skip }) => {
    if (bench.harness.connector.readHistory === undefined) return skip(none);
    await bench.harness.customer.write('old');
    const { host } = await bench.online();
    const wrong = await firstOf(bench, host, bench.harness.wrong.credentials);
    expect(wrong).toMatchObject({ ok: false, outcome: 'refused', reason: bench.harness.wrong.reason });
    const unknown = await firstOf(bench, bench.harness.newHost(), bench.harness.credentials);
    expect(unknown).toMatchObject({ ok: false, outcome: 'later', reason: expect.stringMatching(/./) });
  });

  it('closes its connections when reading stops after a page', async ({ skip }) => {
    if (bench.harness.connector.readHistory === undefined) return skip(none);
    const texts = Array.from({ length: 60 }, (_, n) => `message ${n}`);
    for (const text of texts) await bench.harness.customer.write(text);
    const { host } = await bench.online();
    const before = host.openSockets();
    expect(await firstOf(bench, host, bench.harness.credentials)).toMatchObject({ ok: true });
    await until('the end', () => host.openSockets() === before);
  });
}

type Asked = { position: string | null; since: number | null };

async function readAll<C>(
  { harness }: Bench<C>,
  host: TestHost,
  { position = null, since = null }: Partial<Asked>,
) {
  const messages: InboundMessage[] = [];
  const pages: HistoryBatch[] = [];
  const request = { position, since, until: Date.now() };
  for await (const step of harness.connector.readHistory?.(request, harness.credentials, host) ?? []) {
    if (!step.ok) throw new Error(`The history was not read: ${step.reason}`);
    messages.push(...step.messages);
    pages.push(step);
  }
  return { messages, pages };
}

async function firstOf<C>(
  { harness }: Bench<C>,
  host: TestHost,
  credentials: C,
): Promise<HistoryBatch | HistoryTrouble | null> {
  const request = { position: null, since: null, until: Date.now() };
  for await (const step of harness.connector.readHistory?.(request, credentials, host) ?? []) return step;
  return null;
}
