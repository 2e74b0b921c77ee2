import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { maxReportedMembers } from '../../group-spec.ts';
import { createTestHost } from '../../testing/host.ts';
import { maxOccupants, Occupants } from './occupants.ts';
import { Reporter } from './reporter.ts';

const person = (n: number) => ({ id: `id ${n}`, nick: `nick ${n}`, role: 'member' as const });

function start() {
  const host = createTestHost();
  const stop = new AbortController();
  const occupants = new Occupants({ left: maxOccupants.ofAccount });
  const reporter = new Reporter(host, 'taller@rooms.test', occupants, stop.signal);
  const reported = () => host.groups.flatMap(({ members = [] }) => members).length;
  return { host, stop, occupants, reporter, reported };
}

it('reports no occupant before the account is in, and then all at once', async () => {
  const { host, occupants, reporter, reported } = start();
  for (let n = 0; n < maxOccupants.ofRoom; n += 1) {
    occupants.here(person(n));
    reporter.soon();
    // A large room's stanzas arrive in many reads.
    if (n % 1_000 === 0) await Promise.resolve();
  }
  await reporter.idle();
  expect(host.groups).toEqual([]);
  occupants.entered();
  reporter.own({ exit: null }, 'Taller');
  reporter.entered();
  await until('all', () => reported() === maxOccupants.ofRoom);
  expect(host.groups).toHaveLength(maxOccupants.ofRoom / maxReportedMembers);
  expect(host.groups[0]).toMatchObject({ own: { exit: null }, title: 'Taller', complete: true });
  expect(host.groups.slice(1).some(({ complete }) => complete)).toBe(false);
  expect(host.sleeps.filter((ms) => ms === 1_000).length).toBeLessThanOrEqual(1);
});

it('throttles reports of later arrivals to one per second', async () => {
  const { host, occupants, reporter, reported } = start();
  occupants.entered();
  reporter.entered();
  await reporter.idle();
  const before = host.sleeps.length;
  for (let n = 0; n < 10_000; n += 1) {
    occupants.here(person(n % 5_000));
    occupants.gone(`nick ${n % 5_000}`);
    occupants.here(person(n % 5_000));
  }
  reporter.soon();
  await reporter.idle();
  expect(reported()).toBe(5_000);
  expect(host.sleeps.length - before).toBeLessThanOrEqual(10);
});

it('resolves once a state is stored after a failure', async () => {
  const { host, reporter } = start();
  let fails = 1;
  const group = host.group;
  host.group = async (report) => {
    if (fails-- > 0) throw new Error('away');
    await group(report);
  };
  reporter.own({ exit: 'left' });
  await reporter.stored();
  expect(host.groups).toEqual([{ chatId: 'taller@rooms.test', own: { exit: 'left' } }]);
});
