import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onNetworkIdle } from './network-idle.ts';

let ended: () => void = () => undefined;
const disconnect = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      disconnect = disconnect;
      constructor(listener: () => void) {
        ended = listener;
      }
      observe() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  disconnect.mockClear();
});

it('works once, after the last request of the page', () => {
  const work = vi.fn();
  onNetworkIdle(2_000, work);
  vi.advanceTimersByTime(1_500);
  ended();
  vi.advanceTimersByTime(1_999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
  expect(disconnect).toHaveBeenCalledOnce();
});

it('never works once it is stopped', () => {
  const work = vi.fn();
  onNetworkIdle(2_000, work)();
  vi.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
  expect(disconnect).toHaveBeenCalledOnce();
});

it('counts from the beginning where requests aren’t observed', () => {
  vi.stubGlobal('PerformanceObserver', undefined);
  const work = vi.fn();
  onNetworkIdle(2_000, work);
  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledOnce();
});
