import { describe, expect, it } from 'vitest';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { createLiveLinks } from './live-links.ts';
import type { LiveLink } from './queries.ts';

const link = (code: string, more: Partial<LiveLink> = {}): LiveLink => ({
  workspaceId: trustWorkspaceId('01980d5e-7c1a-7000-8000-000000000001'),
  id: code,
  code,
  platform: 'telegram',
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  tracksFans: false,
  device: 'any',
  regions: [],
  storedAddresses: 'whole',
  defaultUrl: null,
  pageText: '',
  preview: null,
  enabled: true,
  expiresAt: null,
  timeZone: 'UTC',
  targets: [],
  ...more,
});

function setUp() {
  let now = 0;
  const stored = new Map<string, LiveLink>();
  const reads: string[][] = [];
  let failing = false;
  let held: Promise<void> = Promise.resolve();
  const links = createLiveLinks(
    async (codes) => {
      reads.push([...codes]);
      await held;
      if (failing) throw new Error('no database');
      return codes.flatMap((code) => stored.get(code) ?? []);
    },
    { now: () => now },
  );
  return {
    links,
    stored,
    reads,
    pass: (ms: number) => {
      now += ms;
    },
    /** Lets reads wait until the returned function is called. */
    hang: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    fail: (fails: boolean) => {
      failing = fails;
    },
  };
}

describe('links that visitors use', () => {
  it('reads those that are due at the same time by one statement, and each once', async () => {
    const { links, stored, reads } = setUp();
    stored.set('a', link('a')).set('b', link('b'));
    const found = await Promise.all(['a', 'b', 'a', 'none'].map((code) => links.get(code)));
    expect(found.map((one) => one?.link.code ?? null)).toEqual(['a', 'b', 'a', null]);
    expect(reads).toEqual([['a', 'b', 'none']]);
    await Promise.all([links.get('a'), links.get('none')]);
    expect(reads).toHaveLength(1);
  });

  it('puts a change into effect within a second without letting a visitor wait for it', async () => {
    const { links, stored, reads, pass } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    stored.set('a', link('a', { enabled: false }));
    pass(500);
    expect((await links.get('a'))?.link.enabled).toBe(true);
    await expect.poll(async () => (await links.get('a'))?.link.enabled).toBe(false);
    expect(reads).toHaveLength(2);
  });

  it('reads a link again before it serves it when a second has passed', async () => {
    const { links, stored, pass } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    stored.set('a', link('a', { enabled: false }));
    pass(1_000);
    expect((await links.get('a'))?.link.enabled).toBe(false);
  });

  it('forgets a link that was changed here', async () => {
    const { links, stored } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    stored.delete('a');
    links.forget('a');
    expect(await links.get('a')).toBeNull();
  });

  it('serves the last known link while the database is away, and the next one afterwards', async () => {
    const { links, stored, fail, pass } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    fail(true);
    for (const ms of [1_000, 5_000, 60_000]) {
      pass(ms);
      expect((await links.get('a'))?.link.enabled).toBe(true);
    }
    stored.set('a', link('a', { enabled: false }));
    fail(false);
    await expect.poll(async () => (await links.get('a'))?.link.enabled).toBe(false);
  });

  it('serves the last known link to all who come while it can’t be read', async () => {
    const { links, stored, fail, pass } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    fail(true);
    pass(1_000);
    const found = await Promise.all([links.get('a'), links.get('a'), links.get('a')]);
    expect(found.map((one) => one?.link.code)).toEqual(['a', 'a', 'a']);
  });

  it('serves the last known link after reads that took long have failed, and reads it again', async () => {
    const { links, stored, fail, pass, hang } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    fail(true);
    const release = hang();
    const waiting = [1, 2, 3].map(() => {
      pass(1_000);
      return links.get('a');
    });
    release();
    expect((await Promise.all(waiting)).map((one) => one?.link.code)).toEqual(['a', 'a', 'a']);
    expect((await links.get('a'))?.link.code).toBe('a');
    stored.set('a', link('a', { enabled: false }));
    fail(false);
    pass(1_000);
    await expect.poll(async () => (await links.get('a'))?.link.enabled).toBe(false);
  });

  it('keeps no failure', async () => {
    const { links, stored, fail, pass } = setUp();
    stored.set('a', link('a'));
    fail(true);
    await expect(links.get('a')).rejects.toThrow('no database');
    fail(false);
    expect((await links.get('a'))?.link.code).toBe('a');
    fail(true);
    pass(500);
    expect((await links.get('a'))?.link.code).toBe('a');
    fail(false);
    await expect.poll(async () => (await links.get('a'))?.link.code).toBe('a');
  });
});
