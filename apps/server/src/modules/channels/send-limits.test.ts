import type { SendLimits } from '@parley/connectors';
import { describe, expect, it } from 'vitest';
import { createAppBuckets, createThrottle, type LimitedChat, TokenBucket } from './send-limits.ts';
import { senderHarness, turns } from './testing/sender-harness.ts';

const chat = (id: string, kind: LimitedChat['kind'] = 'private') => ({ id, kind });

describe('a token bucket', () => {
  it('starts full, then refills at the limit’s rate up to its capacity', () => {
    const bucket = new TokenBucket({ count: 2, perMs: 1_000 }, 0);
    const takeAt = (now: number) => {
      const wait = bucket.wait(now);
      if (wait === 0) bucket.take();
      return wait;
    };
    expect([0, 0, 0, 499, 500, 500, 10_000, 10_000, 10_000].map(takeAt)).toEqual([
      0, 0, 500, 1, 0, 500, 0, 0, 500,
    ]);
  });

  it('adds nothing for a clock that was set back', () => {
    const bucket = new TokenBucket({ count: 1, perMs: 1_000 }, 5_000);
    bucket.take();
    expect(bucket.wait(4_000)).toBe(1_000);
  });
});

describe('a throttle', () => {
  const limits: SendLimits = {
    account: [{ count: 3, perMs: 1_000 }],
    chat: [{ count: 1, perMs: 1_000 }],
    group: [{ count: 20, perMs: 60_000, burst: 1 }],
  };

  it('counts a message only if every limit permits it', () => {
    const throttle = createThrottle(limits, [], 0);
    expect(throttle.take(chat('a'), 0)).toBeNull();
    expect(throttle.take(chat('a'), 0)).toEqual({ ms: 1_000, scope: 'chat' });
    expect(throttle.take(chat('b'), 0)).toBeNull();
    expect(throttle.take(chat('g', 'group'), 0)).toBeNull();
    expect(throttle.take(chat('c'), 0)).toEqual({ ms: 334, scope: 'account' });
    expect(throttle.take(chat('g', 'group'), 1_000)).toEqual({ ms: 2_000, scope: 'chat' });
    expect(throttle.take(chat('c'), 1_000)).toBeNull();
  });

  it('evicts only chats with full buckets', () => {
    const throttle = createThrottle({ chat: [{ count: 1, perMs: 1_000_000 }] }, [], 0);
    for (let n = 0; n < 3_000; n += 1) expect(throttle.take(chat(String(n)), n)).toBeNull();
    expect(throttle.take(chat('0'), 3_000)).toMatchObject({ scope: 'chat' });
  });

  it('shares an app’s limit between its accounts, and not with another app', () => {
    const app: SendLimits = { app: [{ count: 1, perMs: 1_000 }] };
    const buckets = createAppBuckets(() => 0);
    const throttleOf = (name: string | null) => createThrottle(app, buckets('rich', name, app), 0);
    expect(throttleOf('x').take(chat('a'), 0)).toBeNull();
    expect(throttleOf('x').take(chat('b'), 0)).toEqual({ ms: 1_000, scope: 'account' });
    expect(throttleOf('y').take(chat('b'), 0)).toBeNull();
    expect(throttleOf(null).take(chat('b'), 0)).toBeNull();
  });
});

describe('a burst over the limits', () => {
  const perSecond = (times: readonly number[]) =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));

  it('waits in order and within every limit, without failing any message', async () => {
    const limits = { account: [{ count: 30, perMs: 1_000 }], chat: [{ count: 1, perMs: 1_000, burst: 3 }] };
    const { add, sender, ids, sentAt, rows } = senderHarness({ limits, timePasses: true });
    const chats = 'abcdefghijklmnopqrstuvwxyz';
    for (let n = 0; n < 500; n += 1) add(`${chats[n % 25]}${String(n).padStart(3, '0')}`);
    sender.nudge();
    for (let n = 0; n < 3_000 && ids().length < 500; n += 1) await turns(50);
    expect(ids()).toHaveLength(500);
    expect(rows.every(({ delivery, attempts }) => delivery === 'sent' && attempts === 0)).toBe(true);
    expect(perSecond(sentAt())).toBeLessThanOrEqual(30 + 30);
    for (const one of chats.slice(0, 25)) {
      const own = ids().filter((id) => id.startsWith(one));
      expect(own).toEqual(own.toSorted());
      const times = ids().flatMap((id, n) => (id.startsWith(one) ? [sentAt()[n] ?? 0] : []));
      expect(perSecond(times)).toBeLessThanOrEqual(4);
    }
    await sender.close();
  });

  it('lets a chat with one message overtake another with hundreds', async () => {
    const limits = { account: [{ count: 10, perMs: 1_000 }] };
    const { add, sender, ids } = senderHarness({ limits, timePasses: true });
    for (let n = 0; n < 200; n += 1) add(`a${String(n).padStart(3, '0')}`);
    sender.nudge();
    while (ids().length < 20) await turns(5);
    add('b000');
    const before = ids().length;
    sender.nudge();
    while (!ids().includes('b000')) await turns(1);
    expect(ids().indexOf('b000')).toBeLessThanOrEqual(before + 3);
    await sender.close();
  });

  it.each([
    ['the account’s', { account: [{ count: 1, perMs: 1_000 }] }, 'b1'],
    ['a chat’s', { chat: [{ count: 1, perMs: 1_000 }] }, 'a2'],
  ])('waits no longer for %s limit when the clock is set back by hours', async (_, limits, second) => {
    const { add, sender, ids, passTo } = senderHarness({ limits });
    passTo(36_000_000);
    add('a1', second);
    sender.nudge();
    await turns(50);
    expect(ids()).toEqual(['a1']);
    for (const at of [0, 999, 1_000]) {
      expect(ids()).toEqual(['a1']);
      passTo(at);
      sender.nudge();
      await turns(50);
    }
    expect(ids()).toEqual(['a1', second]);
    await sender.close();
  });

  it('paces the parts of one message', async () => {
    const limits = { chat: [{ count: 1, perMs: 1_000 }] };
    const { add, sender, states, answerWith, now } = senderHarness({ limits, timePasses: true });
    const times: number[] = [];
    answerWith(async ({ partSent }) => {
      for (const part of ['p1', 'p2', 'p3']) {
        times.push(now());
        if (part !== 'p3') await partSent?.(part);
      }
      return { ok: true, platformMessageId: 'p1', parts: ['p1', 'p2', 'p3'] };
    });
    add('a1');
    sender.nudge();
    while (Object.values(states())[0] !== 'sent') await turns(5);
    expect(times).toEqual([0, 1_000, 2_000]);
    await sender.close();
  });

  it('leaves a message whose next part had to wait to the next process, with the parts sent so far', async () => {
    const limits = { chat: [{ count: 1, perMs: 1_000_000 }] };
    const { add, sender, rows, answerWith } = senderHarness({ limits });
    answerWith(async ({ partSent }) => {
      await partSent?.('p1');
      return { ok: true, platformMessageId: 'p1', parts: ['p1', 'p2'] };
    });
    add('a1');
    sender.nudge();
    await turns();
    await sender.close();
    expect(rows[0]).toMatchObject({ delivery: 'queued', reason: 'interrupted', parts: ['p1'] });
  });
});
