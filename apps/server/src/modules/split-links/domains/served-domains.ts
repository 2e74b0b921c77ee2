/** The link domains that this process serves, as the database had them a moment ago. */
import type { Clock } from '../../../base/clock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';

/** A domain that is proved or removed in any process is served, or not any more, within a second. */
const freshMs = 700;

export type ServedDomains = {
  /** Returns the workspace whose split links this host serves, and nothing else; null: it is no link domain. */
  ownerOf(host: string): WorkspaceId | null;
  /** Reads them again, after a change by this process. */
  renew(): Promise<void>;
};

/** `read`: all domains that are verified. While it fails, the last ones serve on. */
export async function createServedDomains(
  read: () => Promise<ReadonlyMap<string, WorkspaceId>>,
  clock: Pick<Clock, 'now'>,
): Promise<ServedDomains> {
  let owners = await read();
  let readAt = clock.now();
  let reading: Promise<void> | null = null;

  async function renewOnce(): Promise<void> {
    const began = clock.now();
    try {
      owners = await read();
    } finally {
      readAt = began;
      reading = null;
    }
  }
  const renew = (): Promise<void> => {
    reading ??= renewOnce();
    return reading;
  };

  return {
    ownerOf(host) {
      if (clock.now() - readAt >= freshMs) renew().catch(() => undefined);
      return owners.get(host) ?? null;
    },
    async renew() {
      await reading?.catch(() => undefined);
      await renew();
    },
  };
}

/** A host as it is compared: without its port, in lower case. */
export const hostNameOf = (host: string | undefined): string =>
  (host ?? '').replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
