import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestHost } from '../testing/host.ts';
import { createBackoff } from './backoff.ts';
import { createBoundedMap } from './bounded-map.ts';
import { createCursor } from './cursor.ts';
import { certainlyNotSent, networkReason } from './errors.ts';
import { createOrdered } from './ordered.ts';
import { header, secretsEqual } from './secrets.ts';
import { xmlText } from './text.ts';

describe('backoff', () => {
  it('doubles up to its limit with at most half as jitter, and restarts after a success', () => {
    const pauses = createBackoff({ random: () => 0, firstMs: 100, maxMs: 1000 });
    expect([1, 2, 3, 4, 5, 6].map(() => pauses.next())).toEqual([50, 100, 200, 400, 500, 500]);
    pauses.reset();
    expect(pauses.next()).toBe(50);
  });

  it('stays finite after very many failures', () => {
    const pauses = createBackoff({ random: () => 0.999 });
    for (let i = 0; i < 5000; i += 1) expect(pauses.next()).toBeLessThanOrEqual(60_000);
  });
});

describe('xmlText', () => {
  it('leaves only characters that XML 1.0 allows', () => {
    expect(xmlText('a\u0000b\u001bc\ud800d\ufffee\tf\r\ng\rh')).toBe('a�b�c�d�e\tf\ng\nh');
    expect(xmlText('‮RTL 👩🏽‍🚀')).toBe('‮RTL 👩🏽‍🚀');
  });
});

describe('ordered', () => {
  it('keeps the order of one key without blocking another', async () => {
    const ordered = createOrdered();
    const log: string[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = ordered.run('a', async () => {
      await gate;
      log.push('a1');
    });
    const second = ordered.run('a', async () => {
      log.push('a2');
    });
    await ordered.run('b', async () => {
      log.push('b1');
    });
    release();
    await Promise.all([first, second, ordered.idle()]);
    expect(log).toEqual(['b1', 'a1', 'a2']);
  });

  it('continues after a task that failed', async () => {
    const ordered = createOrdered();
    const failed = ordered.run('a', async () => {
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await expect(ordered.run('a', async () => 'yes')).resolves.toBe('yes');
  });
});

describe('a bounded map', () => {
  it('evicts the oldest entry beyond its limit', () => {
    const map = createBoundedMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect([map.get('a'), map.has('b'), map.get('c')]).toEqual([3, false, 4]);
    map.delete('a');
    expect(map.has('a')).toBe(false);
  });
});

describe('cursor', () => {
  it.each([[null], ['not json'], ['{"offset":"1"}']])('returns null when %s was saved', async (cursor) => {
    const host = createTestHost({ stored: { cursor } });
    expect(await createCursor(host.cursor, z.object({ offset: z.int() })).load()).toBeNull();
  });

  it('loads the value that was saved', async () => {
    const cursor = createCursor(createTestHost().cursor, z.object({ offset: z.int() }));
    await cursor.save({ offset: 7 });
    expect(await cursor.load()).toEqual({ offset: 7 });
  });
});

describe('secrets', () => {
  it('match only if both are present and equal', () => {
    expect(secretsEqual('abc', 'abc')).toBe(true);
    expect(secretsEqual('abd', 'abc')).toBe(false);
    expect(secretsEqual('abcd', 'abc')).toBe(false);
    expect(secretsEqual(undefined, 'abc')).toBe(false);
    expect(secretsEqual('', '')).toBe(false);
    expect(secretsEqual(undefined, '')).toBe(false);
  });

  it('headers match in any case', () => {
    expect(header({ 'X-Some-Name': '1' }, 'x-some-name')).toBe('1');
    expect(header({}, 'x-some-name')).toBeUndefined();
  });
});

describe('network errors', () => {
  it.each([
    ['ECONNREFUSED', 'platform-port-closed'],
    ['ENOTFOUND', 'platform-name-unknown'],
    ['UND_ERR_HEADERS_TIMEOUT', 'platform-silent'],
    ['UND_ERR_SOCKET', 'platform-hung-up'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'platform-insecure: SELF_SIGNED_CERT_IN_CHAIN'],
    ['EINWARD', 'platform-inward'],
    ['ESOMETHING', 'platform-unreachable'],
  ])('maps network errors to codes: %s is %s', (code, reason) => {
    const cause = Object.assign(new Error(`connect ${code} 10.0.0.1:9`), { code });
    expect(networkReason(new TypeError('fetch failed', { cause }))).toBe(reason);
  });

  it('hides the text of a JavaScript error', () => {
    for (const error of [
      new TypeError("Cannot read properties of null (reading 'id')"),
      new SyntaxError('x'),
    ])
      expect(networkReason(error)).toBe('platform-unreadable');
    expect(networkReason(new Error('whatever'))).toBe('platform-unreachable');
    expect(networkReason('thrown text')).toBe('platform-unreachable');
  });

  it('keeps a code that a network error carries as its message', () => {
    expect(networkReason(new Error('proxy-login: 407'))).toBe('proxy-login: 407');
    const cause = Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' });
    expect(
      networkReason(new TypeError('fetch failed', { cause: new Error('proxy-insecure', { cause }) })),
    ).toBe('proxy-insecure');
    expect(networkReason(new Error('platform-silent'))).toBe('platform-silent');
  });

  it('reports certainty only for failures before sending', () => {
    const inner = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
    expect(certainlyNotSent(new TypeError('fetch failed', { cause: inner }))).toBe(true);
    const refused = Object.assign(new Error('the request was not started'), { code: 'ENOTSTARTED' });
    expect(certainlyNotSent(new TypeError('fetch failed', { cause: refused }))).toBe(true);
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    expect(certainlyNotSent(new TypeError('fetch failed', { cause: reset }))).toBe(false);
  });
});
