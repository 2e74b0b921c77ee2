/** The operator's login. */
import * as identityApi from '@parley/contract/identity';
import { FixtureRefusal, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type OperatorLoginWorld = {
  /** True when the password was generated and not changed since. */
  passwordMustChange: boolean;
};

export function operatorLoginRoutes(world: OperatorLoginWorld): Route[] {
  return [
    route(identityApi.operatorLogIn, ({ body }) => {
      if (body.password !== 'Operator-Test-12') throw new FixtureRefusal('identity.wrong-credentials');
      return { accessToken: 'good', refreshToken: 'next', expiresAt: sampleTime + 1_800_000 };
    }),
    route(identityApi.operatorInfo, () => ({
      id: sampleId(15, 1),
      passwordMustChange: world.passwordMustChange,
      emailAddress: 'operator@example.com',
    })),
  ];
}
