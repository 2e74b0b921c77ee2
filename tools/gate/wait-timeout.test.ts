import { expect, test, vi } from 'vitest';

/** Returns a function that becomes true after the runner's own timeout. */
function late(): () => boolean {
  const at = performance.now() + 1_100;
  return () => performance.now() > at;
}

test('waits last longer than the runner’s default of a single second', async () => {
  const [polled, waited, watched] = [late(), late(), late()];
  await Promise.all([
    expect.poll(polled).toBe(true),
    vi.waitFor(() => expect(waited()).toBe(true)),
    vi.waitUntil(watched),
  ]);
});

test('a wait with its own limit keeps it', async () => {
  for (const options of [20, { timeout: 20 }]) {
    await expect(vi.waitFor(() => Promise.reject(new Error('never')), options)).rejects.toThrow('never');
    await expect(vi.waitUntil(() => false, options)).rejects.toThrow('Timed out');
  }
});
