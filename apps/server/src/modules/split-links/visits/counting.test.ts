import { describe, expect, it } from 'vitest';
import { createVisitCounting } from './counting.ts';

type Answer = 'all' | 'more' | 'busy' | Error;

/** `answers`: the database's answers in order, each after `tookMs`. */
function setUp(answers: Answer[], tookMs = 0) {
  const timers: { ms: number; work: () => void }[] = [];
  const warnings: unknown[] = [];
  const asked: Answer[] = [];
  let time = 0;
  const counting = createVisitCounting({
    async count() {
      const answer = answers.shift() ?? 'all';
      asked.push(answer);
      time += tookMs;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    log: { warn: (...what: unknown[]) => void warnings.push(what) } as never, // the one method that is used
    now: () => time,
    setTimer(ms, work) {
      const timer = { ms, work };
      timers.push(timer);
      return () => void timers.splice(0, timers.length, ...timers.filter((one) => one !== timer));
    },
  });
  const fire = () => {
    const timer = timers.shift();
    time += timer?.ms ?? 0;
    timer?.work();
  };
  return { counting, timers, warnings, asked, fire };
}

describe('counting of visits', () => {
  it('starts a second after the first visit, and continues until all are counted', async () => {
    const { counting, timers, asked, fire } = setUp(['more', 'more', 'all']);
    counting.wake();
    counting.wake();
    expect([timers.map(({ ms }) => ms), asked]).toEqual([[1_000], []]);
    fire();
    await expect.poll(() => timers.length).toBe(1);
    fire();
    await expect.poll(() => timers.length).toBe(1);
    fire();
    await expect.poll(() => asked).toEqual(['more', 'more', 'all']);
    expect(timers).toEqual([]);
  });

  it.each([
    ['another process is counting', 'busy' as const],
    ['the database is away', new Error('no database')],
  ])('tries again where %s', async (_what, answer) => {
    const { counting, timers, asked, fire } = setUp([answer]);
    counting.wake();
    fire();
    await expect.poll(() => timers.length).toBe(1);
    fire();
    await expect.poll(() => asked).toEqual([answer, 'all']);
  });

  it('pauses for three times the duration of a batch', async () => {
    const { counting, timers, fire } = setUp(['busy'], 4_000);
    counting.wake();
    fire();
    await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([12_000]);
  });

  it('counts all that is left when closed, and nothing afterwards', async () => {
    const { counting, timers, asked } = setUp(['more', 'more', 'all']);
    counting.wake();
    await counting.close();
    counting.wake();
    expect([asked, timers]).toEqual([['more', 'more', 'all'], []]);
  });

  it('begins no further batch when closed for a second', async () => {
    const { counting, asked } = setUp(['more', 'more', 'more', 'more'], 400);
    counting.wake();
    await counting.close();
    expect(asked).toEqual(['more', 'more', 'more']);
  });

  it('counts no more when closed while the database is away', async () => {
    const away = new Error('no database');
    const { counting, asked } = setUp([away]);
    counting.wake();
    await counting.close();
    expect(asked).toEqual([away]);
  });

  it('waits when closed for another process that is counting, for about a second', async () => {
    const { counting, timers, asked, fire } = setUp(['busy', 'busy', 'all']);
    counting.wake();
    const closed = counting.close();
    for (let tries = 0; tries < 2; tries += 1) {
      await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([50]);
      fire();
    }
    await closed;
    expect(asked).toEqual(['busy', 'busy', 'all']);

    const forever = setUp(Array.from({ length: 30 }, () => 'busy'));
    forever.counting.wake();
    const ended = forever.counting.close();
    for (let tries = 0; tries < 20; tries += 1) {
      await expect.poll(() => forever.timers.length).toBe(1);
      forever.fire();
    }
    await ended;
    expect(forever.asked).toHaveLength(21);
  });
});
