import { id } from '@parley/contract';
import { expect, it } from 'vitest';
import { requestId } from './request-id.ts';

it('begins with the time, so that later ids sort later', () => {
  // The timestamp of RFC 9562's own UUIDv7 example, appendix A.6.
  expect(requestId(0x017f22e279b0)).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('is an id that the server takes, and never the same twice', () => {
  const ids = Array.from({ length: 1000 }, () => requestId(1));
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((made) => id.safeParse(made).success)).toBe(true);
});
