/** Owners, for the operator's screens. */

import type { OwnerAccount } from '@parley/contract/operator';
import * as operatorApi from '@parley/contract/operator';
import { getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type OwnerWorld = { owners: OwnerAccount[] };

export function someOwner(given: Partial<OwnerAccount> = {}): OwnerAccount {
  return {
    id: sampleId(16, 1),
    workspaceId: sampleId(16, 2),
    email: 'ana@example.com',
    nickname: 'Ana',
    accountId: '100000000001',
    tenant: null,
    registeredAt: sampleTime,
    lastActiveAt: null,
    disabled: null,
    subAccounts: 3,
    twoFactor: false,
    ...given,
  };
}

const hour = 3_600_000;

/** One enabled owner and one disabled. */
export const busyOwners = (now = Date.now()): OwnerAccount[] => [
  someOwner({ lastActiveAt: now - hour, twoFactor: true }),
  someOwner({
    id: sampleId(16, 3),
    email: 'a.rather.long.address@subdomain.example.com',
    nickname: '远航',
    disabled: { at: now - hour, reason: 'Invoices of three months are open' },
  }),
];

export function ownerRoutes(world: OwnerWorld): Route[] {
  return [
    route(operatorApi.ownerPage, ({ query }) =>
      pageOf(
        world.owners.filter(
          ({ email, disabled }) =>
            has(email, query.search) &&
            (query.state === undefined || query.state === (disabled ? 'disabled' : 'enabled')),
        ),
        query,
      ),
    ),
    route(operatorApi.disableOwner, ({ params, body: { reason } }) => {
      getItem(world.owners, ({ id }) => id === params.userId).disabled = { at: sampleTime, reason };
      return null;
    }),
    route(operatorApi.resetOwnerTwoFactor, ({ params }) => {
      getItem(world.owners, ({ id }) => id === params.userId).twoFactor = false;
      return null;
    }),
    route(operatorApi.enableOwner, ({ params }) => {
      getItem(world.owners, ({ id }) => id === params.userId).disabled = null;
      return null;
    }),
  ];
}
