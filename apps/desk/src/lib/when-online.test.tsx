import { afterEach, expect, it, vi } from 'vitest';
import { whenOnline } from './when-online.ts';

const setOnline = (online: boolean) =>
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: online });
afterEach(() => setOnline(true));

it('retries fetching a part once the network is back', async () => {
  setOnline(false);
  const fetchPart = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network'));
  fetchPart.mockResolvedValueOnce('part');
  const part = whenOnline(fetchPart);
  await vi.waitFor(() => expect(fetchPart).toHaveBeenCalledTimes(1));
  setOnline(true);
  window.dispatchEvent(new Event('online'));
  expect(await part).toBe('part');
});

it('fails at once while there is a network', async () => {
  setOnline(true);
  await expect(whenOnline(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
