import type { Client } from '@parley/api-client';
import type { Endpoint } from '@parley/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { sampleConversationId as here } from '../fixtures/samples.ts';
import { createTypingSignal } from './typing-signal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function signalOf() {
  const sent: unknown[] = [];
  const names: unknown[] = [];
  const call = async (_: Endpoint, { body }: { body: { on: boolean; authorName?: string } }) => {
    sent.push(body.on);
    names.push(body.authorName);
  };
  // The signal uses no other part of the client.
  const client = { call } as unknown as Client;
  return { signal: createTypingSignal(client, systemClock, here, () => 'Ana'), names, sent };
}

it('repeats the signal every five seconds while the agent types', () => {
  const { signal, sent } = signalOf();
  for (let second = 0; second < 10; second += 1) {
    signal.typing();
    vi.advanceTimersByTime(1000);
  }
  expect(sent).toEqual([true, true]);
});

it('withdraws the signal after six seconds without typing', () => {
  const { signal, names, sent } = signalOf();
  signal.typing();
  vi.advanceTimersByTime(5999);
  expect(sent).toEqual([true]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([true, false]);
  expect(names).toEqual(['Ana', undefined]);
});

it('withdraws nothing that was not sent', () => {
  const { signal, sent } = signalOf();
  signal.stop();
  expect(sent).toEqual([]);
});
