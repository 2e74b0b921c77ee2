/** Adds the visitor's location, client and hash to a visit, outside the redirect's critical path. */
import { createHmac } from 'node:crypto';
import type { StoredAddresses } from '@parley/contract/split-reports';
import type { Locations } from '../../../base/geo/locations.ts';
import type { RecordedVisit } from './store.ts';
import { storedAddress } from './stored-address.ts';
import { createClientReader, type VisitorClient } from './visitor-client.ts';

/** A visit as the redirect submits it, with the full `address`. */
export type NewVisit = Omit<RecordedVisit, 'country' | 'city' | keyof VisitorClient | 'visitorHash'> & {
  storedAddresses: StoredAddresses;
};

type Deps = {
  locations: Pick<Locations, 'locate'>;
  /** The installation's secrets, the current one first. */
  appSecrets: readonly [string, ...string[]];
};

/**
 * Returns a function that prepares visits for storage. The visitor hash covers the browser and the address as stored: a hash of
 * the full address would give away one that the owner wants truncated.
 */
export function createVisitReader({ locations, appSecrets: [secret] }: Deps) {
  const readClient = createClientReader();
  return ({ storedAddresses, ...visit }: NewVisit): RecordedVisit => {
    const address = storedAddress(visit.address, storedAddresses);
    return {
      ...visit,
      ...locations.locate(visit.address),
      ...readClient(visit.userAgent),
      address,
      visitorHash: createHmac('sha256', secret)
        .update(`split-links visitor ${visit.linkId} ${address} ${visit.userAgent}`)
        .digest()
        .subarray(0, 16),
    };
  };
}
