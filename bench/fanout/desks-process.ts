/** Runs hundreds of desks in a separate process, so that their work is not counted as the server's. */

import { serveMethods } from '../kit/remote.ts';
import { connectDesk, type DeskSocket } from '../server-under-test/desk.ts';
import { createInbox } from '../server-under-test/phase.ts';
import { dueOf } from '../server-under-test/traffic.ts';

const inbox = createInbox();
const sockets: DeskSocket[] = [];
let lost = 0;

/** Number of concurrent handshakes: like clients that reconnect after a restart, without queueing. */
const atOnce = 25;

const methods = {
  ready: (_: null) => true,
  /** Connects one desk per login; rejects if any is refused. */
  connect: async ({ url, logins }: { url: string; logins: readonly Record<string, unknown>[] }) => {
    const waiting = logins.values();
    const lane = async () => {
      for (const auth of waiting) {
        const socket = await connectDesk(url, auth, ({ message }) => inbox.received(dueOf(message.original)));
        socket.on('disconnect', () => {
          lost += 1;
        });
        sockets.push(socket);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  },
  begin: (_: null) => inbox.begin(),
  count: (_: null) => inbox.count(),
  /** Returns the latencies of pushes received since `begin`, and the number of desks that were ever disconnected. */
  received: (_: null) => ({ latencies: inbox.latencies(), lost }),
};
export type DesksMethods = typeof methods;

serveMethods(methods, async () => {
  for (const socket of sockets) socket.disconnect();
});
