/**
 * This process's signs of life, given apart from its looks at the accounts: a look that takes long must not pass for
 * death. A process that was away itself, with the database or asleep, judges nobody until the others could speak too.
 */
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import { beat, type Takeable } from './store.ts';

const everyMs = 1_000;
/** A gap of this length may have cost the others their signs of life as well. */
const awayAfterMs = 3_500;
/** As long as a process lives without a sign of life. */
const judgesNobodyForMs = 7_000;

export type LifeSigns = {
  /** Resolves when the sign is given. */
  beat(): Promise<void>;
  /** What may be taken now, given how long this process was away. */
  takeable(): Takeable;
  /** Gives a sign each second from now on. */
  start(): void;
  stop(): Promise<void>;
};

type Deps = { database: Database; clock: Pick<Clock, 'now'>; log: Log; processId: string };

export function createLifeSigns({ database, clock, log, processId }: Deps): LifeSigns {
  let lastAt: number | null = null;
  let judgesFrom = 0;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  const give = async () => {
    await beat(database, processId);
    const now = clock.now();
    if (lastAt !== null && now - lastAt > awayAfterMs) judgesFrom = now + judgesNobodyForMs;
    lastAt = now;
  };
  const share = () => {
    running ??= give().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    beat: share,
    takeable: () => (clock.now() < judgesFrom ? 'released' : 'abandoned'),
    start() {
      timer = setInterval(() => {
        share().catch((error: unknown) => log.warn({ err: error }, 'no sign of life could be given'));
      }, everyMs);
    },
    async stop() {
      if (timer) clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}
