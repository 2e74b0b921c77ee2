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
  const call = async (_: Endpoint, request: { body: { on: boolean } }) => void sent.push(request.body.on);
  // The signal uses nothing else of the client.
  const client = { call } as unknown as Client;
  return { signal: createTypingSignal(client, systemClock, here), sent };
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
  const { signal, sent } = signalOf();
  signal.typing();
  vi.advanceTimersByTime(5999);
  expect(sent).toEqual([true]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([true, false]);
});

it('withdraws nothing that was not sent', () => {
  const { signal, sent } = signalOf();
  signal.stop();
  expect(sent).toEqual([]);
});
