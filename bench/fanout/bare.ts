/** The same desks on a bare Socket.IO server. */
import type { Run } from '../kit/benchmark.ts';
import { pause } from '../kit/pause.ts';
import type { BareMethods } from './bare-process.ts';
import { openCrowd } from './crowd.ts';
import { eventAt, type Stage } from './parley.ts';
import { measurePushes, type Pushes, teamSize } from './pushes.ts';

export type BareStage = Stage & { signals: Pushes };

export async function measureBare(run: Run, sizes: readonly number[]): Promise<BareStage[]> {
  const file = new URL('./bare-process.ts', import.meta.url);
  const server = await run.children.start<BareMethods>(file, {}, ['--expose-gc']);
  const crowd = await openCrowd(run, await server.call('url', null));
  const before = await server.call('memory', null);
  const stages: BareStage[] = [];
  let present = 0;
  for (const desks of sizes) {
    run.say(`bare Socket.IO: ${desks} desks`);
    const wanted = desks - teamSize + 1;
    const logins: { rooms: string[] }[] = [];
    for (let index = present; index < wanted; index += 1) {
      const sockets = index === 0 ? teamSize : 1;
      // The same rooms as the server's: one for the sub-account, one for the session.
      for (let socket = 0; socket < sockets; socket += 1)
        logins.push({ rooms: [`desk:${index}`, `${index} ${socket}`] });
    }
    present = wanted;
    const connectSeconds = await crowd.connect(logins);
    await pause(1_000);
    const connected = await server.call('memory', null);
    const signals = await measurePushes(crowd, present, run.quick ? 2 : 6, (indexes, due) =>
      server.tell('push', { rooms: indexes.map((index) => `desk:${index}`), event: eventAt(due) }),
    );
    stages.push({
      desks,
      connectSeconds,
      before,
      connected,
      after: await server.call('memory', null),
      signals,
    });
  }
  await crowd.stop();
  await server.stop();
  return stages;
}
