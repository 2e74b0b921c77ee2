import type { RealtimeHandlers } from '@parley/api-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { sampleConversationId as here, messageWith, sampleId } from '../fixtures/samples.ts';
import { createLive } from '../live.ts';
import { followCustomerSignals } from './customer-signals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow() {
  let socket: RealtimeHandlers = {};
  const live = createLive((handlers) => {
    socket = handlers;
    return { connected: true, retryNow: () => undefined, close: () => undefined };
  });
  live.start();
  const { signals, close } = followCustomerSignals(live, systemClock);
  return { socket, close, typing: () => [...signals.get().typing], online: () => signals.get().online };
}

it('ends a customer’s typing eight seconds after the last signal', () => {
  const { socket, typing } = follow();
  socket.typing?.({ conversationId: here, on: true });
  vi.advanceTimersByTime(7000);
  socket.typing?.({ conversationId: here, on: true });
  vi.advanceTimersByTime(7999);
  expect(typing()).toEqual([here]);
  vi.advanceTimersByTime(1);
  expect(typing()).toEqual([]);
});

it('ends a customer’s typing with the customer’s message', () => {
  const { socket, typing } = follow();
  socket.typing?.({ conversationId: here, on: true });
  const message = messageWith({ seq: 1 });
  socket.changed?.({ conversationId: here, socialAccountId: sampleId(0xa0), seq: 1, message });
  expect(typing()).toEqual([]);
});

it('forgets all signals when the socket connects again', () => {
  const { socket, typing, online } = follow();
  socket.typing?.({ conversationId: here, on: true });
  socket.presence?.({ conversationId: here, online: true });
  expect(online().get(here)).toBe(true);
  socket.onConnect?.();
  expect(typing()).toEqual([]);
  expect(online().size).toBe(0);
});
