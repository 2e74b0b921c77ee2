import { expect, it } from 'vitest';
import { poll, until } from './until.ts';

it('poll returns what the probe finds', async () => {
  let left = 3;
  expect(
    await poll(
      () => {
        left -= 1;
        return left === 0 && 'found';
      },
      30_000,
      1,
    ),
  ).toBe('found');
  expect(await poll(() => 0, 30_000)).toBe(0);
});

it('poll returns undefined after its limit', async () => {
  for (const nothing of [false, null, undefined])
    expect(await poll(async () => nothing, 20, 1)).toBeUndefined();
});

it('poll rejects with what the probe throws', async () => {
  const probe = () => Promise.reject(new Error('gone'));
  await expect(poll(probe, 30_000)).rejects.toThrow('gone');
});

it('until continues when the probe throws', async () => {
  let left = 2;
  const probe = () => {
    left -= 1;
    if (left > 0) throw new Error('not yet');
    return 'found';
  };
  expect(await until('rain', probe, 30_000, 1)).toBe('found');
});

it('until names what it waited for, and the last exception as its cause', async () => {
  await expect(until('rain', () => false, 30)).rejects.toThrow('Waited 30 ms without result for: rain');
  const cause = new Error('dry');
  const waited = until('rain', () => Promise.reject(cause), 30);
  await expect(waited).rejects.toMatchObject({ cause });
});
