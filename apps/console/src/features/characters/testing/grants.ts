/** The operator's grants of characters. */
import { grantCharacters } from '@parley/contract/operator';
import { FixtureRefusal, type Route, route } from '../../../lib/testing/route.ts';

export type GrantWorld = {
  ownerRemaining: number;
  /** By request id, so that each counts once. */
  grants: Map<string, number>;
};

export function grantRoutes(world: GrantWorld): Route[] {
  return [
    route(grantCharacters, ({ body }) => {
      if (body.ownerEmail !== 'owner@example.com') throw new FixtureRefusal('identity.owner-unknown');
      if (!world.grants.has(body.requestId)) {
        world.grants.set(body.requestId, body.amount);
        world.ownerRemaining += body.amount;
      }
      return { ownerRemaining: world.ownerRemaining };
    }),
  ];
}
