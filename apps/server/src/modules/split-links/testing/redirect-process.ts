/** A process that redirects visitors, with its own connections and no server. */
import { type Clock, systemClock } from '../../../base/clock.ts';
import { connectDatabase } from '../../../base/db/database.ts';
import { createLog } from '../../../base/log.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { createRedirects, type Destination, type Request } from '../redirects/service.ts';

export const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 WhatsApp/2.24';

export type ProcessOptions = { clock?: Clock; rateLimitFactor?: number; publicUrl?: string };
export type RedirectProcess = Awaited<ReturnType<typeof startProcess>>;
/** `address`: the visitor’s, and their network; `headers` are added to a browser’s. */
export type Visitor = Partial<Pick<Request, 'method' | 'headers' | 'address' | 'host'>>;

/** The notified desks and consoles, in order: their ids. */
export function fakeRealtime() {
  const notified: string[] = [];
  const to = (id: string) => ({ emit: () => void notified.push(id) });
  const realtime: Pick<RealtimeServer, 'desk' | 'console'> = { desk: to, console: to };
  return { realtime, notified };
}

export async function startProcess(
  url: string,
  { clock = systemClock, rateLimitFactor = 1_000, publicUrl }: ProcessOptions = {},
) {
  const log = createLog('silent');
  const database = connectDatabase(url, log, 6);
  const { realtime, notified } = fakeRealtime();
  const redirects = await createRedirects({
    database,
    clock,
    random: Math.random,
    log,
    realtime,
    appSecrets: ['a secret'],
    config: { PUBLIC_URL: publicUrl },
    rateLimitFactor,
  });
  const visit = async (
    code: string,
    { method = 'GET', headers = {}, address = '192.0.2.1', host = 'parley.example' }: Visitor = {},
  ): Promise<Destination> =>
    redirects.findDestination({
      code,
      method,
      headers: { 'user-agent': browser, ...headers },
      address,
      network: address,
      host,
    });
  return {
    redirects,
    notified,
    visit,
    /** Returns the last segment of the address that a visitor is sent to; null for the page. */
    sentTo: async (code: string, visitor?: Visitor): Promise<string | null> =>
      (await visit(code, visitor)).url?.split('/').at(-1) ?? null,
    /** Stores and counts the pending visits. */
    async stop() {
      await redirects.close();
      await database.close();
    },
  };
}
