/** In-memory copy of the verified link domains that this process serves. */
import type { Clock } from '../../../base/clock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';

/** Age at which the copy is refreshed: a change made by any process takes effect within a second. */
const freshMs = 700;

export type ServedDomain = { workspaceId: WorkspaceId; proof: string };

export type ServedDomains = {
  /** Returns the link domain with this host name, or null. */
  at(host: string): ServedDomain | null;
  /** Returns the workspace whose split links are the only thing this host serves, or null if it is no link domain. */
  ownerOf(host: string): WorkspaceId | null;
  /** Reads the domains again, after a change by this process. */
  renew(): Promise<void>;
};

/** `read` returns all verified domains. While it fails, the previous result is used. */
export async function createServedDomains(
  read: () => Promise<ReadonlyMap<string, ServedDomain>>,
  clock: Pick<Clock, 'now'>,
): Promise<ServedDomains> {
  let domains = await read();
  let readAt = clock.now();
  let reading: Promise<void> | null = null;

  async function renewOnce(): Promise<void> {
    const began = clock.now();
    try {
      domains = await read();
    } finally {
      readAt = began;
      reading = null;
    }
  }
  const renew = (): Promise<void> => {
    reading ??= renewOnce();
    return reading;
  };

  const at = (host: string) => {
    if (clock.now() - readAt >= freshMs) renew().catch(() => undefined);
    return domains.get(host) ?? null;
  };

  return {
    at,
    ownerOf: (host) => at(host)?.workspaceId ?? null,
    async renew() {
      await reading?.catch(() => undefined);
      await renew();
    },
  };
}
