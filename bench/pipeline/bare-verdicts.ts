/**
 * Measures the least that verdicts can add on this machine: the same arrivals with the bare driver, in batches like the
 * server's, with and without the rows of new people's verdicts. No rules, no look-ups, no ordered locks, no pushes.
 */
import pg from 'pg';
import { Batches } from '../../apps/server/src/base/batches.ts';
import { arrive, seededRandom } from '../kit/arrivals.ts';
import { type Spread, spreadOf } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { clock } from '../server-under-test/phase.ts';
import { stamped } from '../server-under-test/traffic.ts';
import { type Place, readPlaces, writeMessages } from './bare-writes.ts';

export type BareLoad = { perSecond: number; seconds: number; newcomers: number };
type Arrived = { place: Place; isNew: boolean };

/** Writes into the conversations that the database has. Returns how long each message took from its due time. */
export async function openBareInbox(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const places = await readPlaces(pool);
  let serial = 0;
  return {
    async measure(judged: boolean, { perSecond, seconds, newcomers }: BareLoad): Promise<Spread> {
      const batches = new Batches<Arrived>({
        async run(batch) {
          const placesOf = (isNew: boolean) =>
            batch.filter((arrived) => arrived.isNew === isNew).map(({ place }) => place);
          const split = { known: placesOf(false), fresh: placesOf(true) };
          await writeMessages(pool, split, stamped(0), { judged });
          return batch.map(() => undefined);
        },
        failsAll: () => true,
      });
      const random = seededRandom(perSecond);
      const latencies: number[] = [];
      const stored: Promise<void>[] = [];
      await arrive(clock, { perSecond, seconds, random }, (due) => {
        for (const moment of due) {
          // In turn, so that no two batches that run at once write to one conversation.
          const place = places[serial++ % places.length];
          if (place === undefined) throw new Error('the database has no conversations');
          const isNew = random() < newcomers;
          stored.push(batches.add({ place, isNew }).then(() => void latencies.push(monotonic() - moment)));
        }
      });
      await Promise.all(stored);
      return spreadOf(latencies);
    },
    close: () => pool.end(),
  };
}
