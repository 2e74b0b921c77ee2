import { expect, it } from 'vitest';
import { memoryStorage } from './memory-client.ts';
import { createTokenStore } from './token-store.ts';

it('separates console and desk in a shared storage', () => {
  const storage = memoryStorage();
  createTokenStore(storage, 'console').set({ accessToken: 'a0', refreshToken: 'r0' });
  createTokenStore(storage, 'desk').set({ accessToken: 'a1', refreshToken: 'r1' });
  expect(storage.entries()).toEqual({
    ACCESS_TOKEN: 'a0',
    REFRESH_TOKEN: 'r0',
    'desk:ACCESS_TOKEN': 'a1',
    'desk:REFRESH_TOKEN': 'r1',
  });
});
