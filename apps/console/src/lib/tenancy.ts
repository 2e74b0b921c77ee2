import type { KeyValueStorage } from '@parley/api-client';
import { getSystemConfig, type SystemConfig } from '@parley/contract/settings';
import type { Cache } from './cache.ts';

/** Which tenant this browser belongs to, and whether the installation has any. */
export type Tenancy = {
  /** The tenant that requests name; null as long as tenants aren't known to be on. */
  id(): string | null;
  /** Takes in what the installation says. */
  follow(config: SystemConfig): void;
};

/** The time for which the answer is trusted without asking: the first requests of a visit are sent by it. */
const believedMs = 24 * 60 * 60 * 1000;

export function createTenancy(storage: KeyValueStorage, cache: Cache): Tenancy {
  let on = cache.get('dictCache', getSystemConfig.answer)?.tenants ?? false;
  return {
    id: () => (on ? storage.getItem('tenantId') : null),
    follow(config) {
      on = config.tenants;
      // Kept while tenants are off: it is the same one when they are on again.
      if (config.tenantId !== null && config.tenantId !== storage.getItem('tenantId')) {
        storage.setItem('tenantId', config.tenantId);
      }
      cache.set('dictCache', config, believedMs);
    },
  };
}
