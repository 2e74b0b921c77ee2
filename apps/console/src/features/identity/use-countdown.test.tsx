import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCountdown } from './use-countdown.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Clock() {
  const [left, begin] = useCountdown();
  return (
    <button type="button" onClick={() => begin(3)}>
      {left}
    </button>
  );
}

const after = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.getByRole('button').textContent;
const press = () => act(() => screen.getByRole('button').click());

it('counts every second down to zero', () => {
  render(<Clock />);
  press();
  const seen = [shown()];
  for (let second = 0; second < 4; second += 1) {
    after(1000);
    seen.push(shown());
  }
  expect(seen).toEqual(['3', '2', '1', '0', '0']);
});

it('shows the right time after the machine has slept', () => {
  render(<Clock />);
  press();
  vi.setSystemTime(Date.now() + 60_000);
  after(250);
  expect(shown()).toBe('0');
});

it('restarts from a new number of seconds', () => {
  render(<Clock />);
  press();
  after(2000);
  press();
  expect(shown()).toBe('3');
  after(1000);
  expect(shown()).toBe('2');
});
