import { id } from '@parley/contract/values';
import { afterEach, expect, it, vi } from 'vitest';
import { createIdSource, newId } from './new-id.ts';
import { keptClientId } from './token-store.ts';

afterEach(() => vi.unstubAllGlobals());

/** Simulates a page served over plain HTTP, which lacks parts of WebCrypto. */
function leaveSecureContext(): void {
  const whole = globalThis.crypto;
  vi.stubGlobal('crypto', { getRandomValues: whole.getRandomValues.bind(whole) });
}

it('starts with the time, so that later ids sort later', () => {
  // The timestamp of RFC 9562's own UUIDv7 example, appendix A.6.
  expect(createIdSource()(0x017f22e279b0)).toMatch(
    /^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

it('generates valid, ascending and unique ids within one millisecond', () => {
  const makeId = createIdSource();
  const ids = Array.from({ length: 10_000 }, () => makeId(0x017f22e279b1));
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((made) => id.safeParse(made).success)).toBe(true);
});

it('works on a page without TLS, and so does the client id', () => {
  leaveSecureContext();
  expect(id.safeParse(newId()).success).toBe(true);
  const storage = { getItem: () => null, setItem: vi.fn(), removeItem: () => undefined };
  expect(id.safeParse(keptClientId(storage)).success).toBe(true);
});
