import type { KeyValueStorage } from '@parley/api-client';
import { getSystemConfig, type SystemConfig } from '@parley/contract/settings';
import type { Cache } from './cache.ts';

/** The tenant of this browser, and whether the installation has tenants at all. */
export type Tenancy = {
  /** The tenant id to send with requests; null until tenants are known to be enabled. */
  id(): string | null;
  /** Updates from the installation's settings. */
  follow(config: SystemConfig): void;
};

/** Lifetime of the cached answer: the first requests of a visit are sent before a new answer arrives. */
const lifetimeMs = 24 * 60 * 60 * 1000;

export function createTenancy(storage: KeyValueStorage, cache: Cache): Tenancy {
  let on = cache.get('dictCache', getSystemConfig.answer)?.tenants ?? false;
  return {
    id: () => (on ? storage.getItem('tenantId') : null),
    follow(config) {
      on = config.tenants;
      // Kept while tenants are disabled: the id is the same once they are enabled again.
      if (config.tenantId !== null && config.tenantId !== storage.getItem('tenantId')) {
        storage.setItem('tenantId', config.tenantId);
      }
      cache.set('dictCache', config, lifetimeMs);
    },
  };
}
