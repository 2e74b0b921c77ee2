import { describe, expect, it } from 'vitest';
import { trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLiveLinks } from './live-links.ts';
import type { LiveLink } from './queries.ts';

const [workspaceId, otherId] = [1, 2].map((at) =>
  trustWorkspaceId(`01980d5e-7c1a-7000-8000-00000000000${at}`),
) as [WorkspaceId, WorkspaceId]; // two ids are mapped to two workspaces

const link = (code: string, more: Partial<LiveLink> = {}): LiveLink => ({
  workspaceId,
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
  targets: [],
  ...more,
});

function setUp() {
  let now = 0;
  const stored = new Map<string, LiveLink>();
  const reads: string[][] = [];
  let failing = false;
  let held: Promise<void> = Promise.resolve();
  let knownUntil = 0;
  let announce: (workspaceId: string | null) => void = () => undefined;
  const links = createLiveLinks(
    async (codes) => {
      reads.push([...codes]);
      await held;
      if (failing) throw new Error('no database');
      return codes.flatMap((code) => stored.get(code) ?? []);
    },
    { now: () => now },
    {
      knownUntil: () => knownUntil,
      subscribe: (changed) => {
        announce = changed;
      },
    },
  );
  return {
    links,
    stored,
    reads,
    pass: (ms: number) => {
      now += ms;
    },
    /** Declares all changes up to now known. */
    prove: () => {
      knownUntil = now;
    },
    announce: (workspaceId: string | null) => announce(workspaceId),
    /** Blocks reads until the returned function is called. */
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
  it('reads links that are due at the same time by one statement, each once', async () => {
    const { links, stored, reads } = setUp();
    stored.set('a', link('a')).set('b', link('b'));
    const found = await Promise.all(['a', 'b', 'a', 'none'].map((code) => links.get(code)));
    expect(found.map((one) => one?.link.code ?? null)).toEqual(['a', 'b', 'a', null]);
    expect(reads).toEqual([['a', 'b', 'none']]);
    await Promise.all([links.get('a'), links.get('none')]);
    expect(reads).toHaveLength(1);
  });

  it('applies a change within a second without making a visitor wait', async () => {
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

  it('serves the last known link while the database is down, and the next one afterwards', async () => {
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

  it('serves the last known link to all visitors while it can’t be read', async () => {
    const { links, stored, fail, pass } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    fail(true);
    pass(1_000);
    const found = await Promise.all([links.get('a'), links.get('a'), links.get('a')]);
    expect(found.map((one) => one?.link.code)).toEqual(['a', 'a', 'a']);
  });

  it('serves the last known link after slow reads have failed, and reads it again', async () => {
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

  it('serves the last known link while the database hangs, and reads it once until the database is back', async () => {
    const { links, stored, reads, pass, hang } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    const release = hang();
    pass(1_000);
    expect((await links.get('a'))?.link.enabled).toBe(true);
    pass(60_000);
    expect([links.peek('a'), links.peek('a')]).not.toContain(undefined);
    expect(reads).toHaveLength(2);
    stored.set('a', link('a', { enabled: false }));
    release();
    await expect.poll(() => links.peek('a')?.link.enabled).toBe(false);
  });

  it('caches no failure', async () => {
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

describe('links that are known not to have changed', () => {
  it('serves them without reading them again, however old they are', async () => {
    const { links, stored, reads, pass, prove } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    for (let minute = 0; minute < 60; minute += 1) {
      pass(60_000);
      prove();
      expect(links.peek('a')?.link.code).toBe('a');
    }
    expect(reads).toHaveLength(1);
  });

  it('reads a link again at once after a change in its workspace', async () => {
    const { links, stored, reads, pass, prove, announce } = setUp();
    stored.set('a', link('a')).set('b', link('b', { workspaceId: otherId }));
    await Promise.all([links.get('a'), links.get('b')]);
    pass(60_000);
    prove();
    expect([links.peek('a'), links.peek('b')]).not.toContain(undefined);
    stored.set('a', link('a', { enabled: false }));
    announce(workspaceId);
    expect(links.peek('a')?.link.enabled).toBe(true);
    links.peek('b');
    await expect.poll(() => links.peek('a')?.link.enabled).toBe(false);
    expect(reads).toEqual([['a', 'b'], ['a']]);
  });

  it('waits for a link that has changed since its last use long ago', async () => {
    const { links, stored, pass, prove, announce } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    stored.set('a', link('a', { enabled: false }));
    announce(workspaceId);
    pass(60_000);
    prove();
    expect(links.peek('a')).toBeUndefined();
    expect((await links.get('a'))?.link.enabled).toBe(false);
  });

  it('reads all again when changes may have been missed', async () => {
    const { links, stored, reads, pass, prove, announce } = setUp();
    stored.set('a', link('a')).set('b', link('b', { workspaceId: otherId }));
    await Promise.all([links.get('a'), links.get('b')]);
    announce(null);
    pass(60_000);
    prove();
    await Promise.all([links.get('a'), links.get('b')]);
    expect(reads).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('reads a link again that changed while it was read', async () => {
    const { links, stored, reads, hang, pass, prove, announce } = setUp();
    stored.set('a', link('a'));
    const release = hang();
    const reading = links.get('a');
    await expect.poll(() => reads.length).toBe(1);
    announce(workspaceId);
    release();
    await reading;
    stored.set('a', link('a', { enabled: false }));
    pass(200);
    prove();
    expect(links.peek('a')?.link.enabled).toBe(true);
    await expect.poll(() => links.peek('a')?.link.enabled).toBe(false);
  });

  it('reads a constantly changing link at most ten times a second', async () => {
    const { links, stored, reads, pass, prove, announce } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    for (let at = 0; at < 200; at += 1) {
      pass(10);
      announce(workspaceId);
      prove();
      await links.get('a');
      // Lets pending work finish.
      await new Promise(setImmediate);
    }
    expect(reads.length).toBeGreaterThan(10);
    expect(reads.length).toBeLessThanOrEqual(21);
  });

  it('looks up an unknown code again within a second, as new links cause no notification', async () => {
    const { links, stored, pass, prove } = setUp();
    expect(await links.get('a')).toBeNull();
    stored.set('a', link('a'));
    pass(1_000);
    prove();
    expect((await links.get('a'))?.link.code).toBe('a');
  });

  it('expires links by age when nothing proves that all changes are known', async () => {
    const { links, stored, pass, prove } = setUp();
    stored.set('a', link('a'));
    await links.get('a');
    pass(60_000);
    prove();
    expect(links.peek('a')?.link.enabled).toBe(true);
    stored.set('a', link('a', { enabled: false }));
    pass(1_000);
    expect(links.peek('a')).toBeUndefined();
    expect((await links.get('a'))?.link.enabled).toBe(false);
  });
});
