/** The link domains that this process serves, as the database had them a moment ago. */
import type { Clock } from '../../../base/clock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';

/** A domain that is proved or removed in any process is served, or not any more, within a second. */
const freshMs = 700;

export type ServedDomain = { workspaceId: WorkspaceId; proof: string };

export type ServedDomains = {
  /** Returns the domain that this host is; null: it is none. */
  at(host: string): ServedDomain | null;
  /** Returns the workspace whose split links this host serves, and nothing else; null: it is no link domain. */
  ownerOf(host: string): WorkspaceId | null;
  /** Reads them again, after a change by this process. */
  renew(): Promise<void>;
};

/** `read`: all domains that are verified. While it fails, the last ones serve on. */
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

/** A host as it is compared: without its port, in lower case. */
export const hostNameOf = (host: string | undefined): string =>
  (host ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
