/** Compares the database's calendar of work orders with one computed without it, over a year in five time zones. */
import { addDays } from '@parley/contract/catalogues';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { resetAt as resetAtSql } from '../../../schema/work-orders.ts';
import { resetAt, workOrderDay } from '../testing/work-order-day.ts';
import { workOrdersHarness } from '../testing/work-orders-harness.ts';

const harness = workOrdersHarness(2);
const zones = [
  'Asia/Shanghai',
  'America/New_York',
  'Europe/Madrid',
  'Australia/Lord_Howe',
  'America/Santiago',
];
/** Midnight, and times that clock changes skip or repeat in one of the zones. */
const times = ['00:00', '00:30', '01:30', '01:45', '02:00', '02:15', '02:30', '03:00', '12:00', '23:30'];
const year = Array.from({ length: 366 }, (_, n) => addDays('2026-01-01', n));
const cases = zones.flatMap((timeZone) => times.map((resetTime) => ({ timeZone, resetTime })));

it.each(cases)(
  'starts the days of $timeZone at $resetTime of the local clock',
  async ({ timeZone, resetTime }) => {
    const { rows } = await harness.database.db.execute<{ day: string; at: number }>(sql`
    select d.day::text as day, extract(epoch from ${resetAtSql(timeZone, resetTime, sql`d.day`)}) * 1000 as at
    from unnest(${sql.param(year)}::date[]) as d (day)`);
    expect(rows).toEqual(year.map((day) => ({ day, at: resetAt(timeZone, resetTime, day) })));
  },
);

it.each(cases)(
  'assigns each moment to one day in $timeZone at $resetTime',
  async ({ timeZone, resetTime }) => {
    const start = resetAt(timeZone, resetTime, '2026-01-02');
    const order = { openDay: '2026-01-01', nextResetAt: start, timeZone, resetTime };
    const moments = year.slice(1).flatMap((day) => {
      const at = resetAt(timeZone, resetTime, day);
      // Around the reset, and where clock changes repeat or skip its time.
      return [-3_600_000, -1_800_000, -1, 0, 1, 1_799_999, 1_800_000, 3_600_000].map((by) => at + by);
    });
    const { rows } = await harness.database.db.execute<{ at: number; day: string }>(sql`
    select m.at, work_order_day(o, to_timestamp(m.at / 1000))::text as day
    from jsonb_populate_record(null::work_orders, ${JSON.stringify({
      open_day: order.openDay,
      next_reset_at: new Date(start).toISOString(),
      time_zone: timeZone,
      reset_time: resetTime,
    })}::jsonb) o
    cross join unnest(${sql.param(moments)}::double precision[]) as m (at)`);
    const wrong = rows.filter(({ at, day }) => day !== workOrderDay(order, at));
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(moments.length);
  },
);
