/** Adds to a visit what is known of its visitor, off the path of the redirect. */
import { createHmac } from 'node:crypto';
import type { StoredAddresses } from '@parley/contract/split-reports';
import type { Locations } from '../../../base/geo/locations.ts';
import type { RecordedVisit } from './store.ts';
import { storedAddress } from './stored-address.ts';
import { createClientReader, type VisitorClient } from './visitor-client.ts';

/** A visit as the redirect hands it over. `address`: whole. */
export type NewVisit = Omit<RecordedVisit, 'country' | 'city' | keyof VisitorClient | 'visitorHash'> & {
  storedAddresses: StoredAddresses;
};

type Deps = {
  locations: Pick<Locations, 'locate'>;
  /** The installation's secrets, the present one first. */
  appSecrets: readonly [string, ...string[]];
};

/**
 * Returns what makes visits ready to be stored. A visitor is the address as it is stored with the browser: a hash of more
 * than is stored would still give away an address that the owner wants truncated.
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
