/** The login and the logged-in owner of a workspace, in memory. */

import * as identityApi from '@parley/contract/identity';
import * as workspacesApi from '@parley/contract/workspaces';
import { FixtureRefusal, type Route, route } from './route.ts';
import { sampleId, sampleTime } from './samples.ts';

export type UserWorld = {
  ownerRemaining: number;
  /** The user's `privilegesCode`. */
  privileges: string;
  calendar: workspacesApi.WorkspaceCalendar;
  /** The menu supplied by the server; null: none. */
  menu: identityApi.MenuEntry[] | null;
};

export const someUser = (given: Partial<UserWorld> = {}): UserWorld => ({
  ownerRemaining: 0,
  privileges: '',
  calendar: { timeZone: 'Asia/Shanghai', firstDay: null },
  menu: [
    {
      path: '/workplace',
      name: 'Workplace',
      meta: { locale: 'menu.server.workplace', requiresAuth: true },
    },
  ],
  ...given,
});

const session = { accessToken: 'good', refreshToken: 'next', expiresAt: sampleTime + 1_800_000 };

/** The login and the logged-in user. */
export function identityRoutes(world: UserWorld): Route[] {
  return [
    route(identityApi.logIn, ({ body }) => {
      if (body.username === 'agent-7') throw new FixtureRefusal('identity.not-for-console');
      if (body.password !== 'Secret1') throw new FixtureRefusal('identity.wrong-credentials');
      return session;
    }),
    route(identityApi.refreshToken, () => {
      throw new FixtureRefusal('identity.expired-refresh-token');
    }),
    route(identityApi.logOut, () => null),
    route(identityApi.requestVerificationCode, () => ({ resendAfter: 60 })),
    route(identityApi.register, ({ body }) => {
      if (body.code !== '123456') throw new FixtureRefusal('identity.wrong-code');
      return session;
    }),
    route(identityApi.getLoginUserInfo, () => ({
      id: sampleId(9, 1),
      userName: 'Owner',
      emailAddress: 'owner@example.com',
      userType: 'owner' as const,
      headPortrait: null,
      tgContact: null,
      charNum: world.ownerRemaining,
      portNum: 3,
      privilegesCode: world.privileges,
      setMealCode: 'MIAN_FEI_ROOT',
      vipEndTime: null,
      setMealDO: { code: 'MIAN_FEI_ROOT' },
      psetMealDO: { code: 'MIAN_FEI_ROOT' },
      poldSetMealCode: null,
      buyLimitSetMeal: [],
      amount: '0.00',
      firstRebateRate: '5.00',
      rebateRate: '10',
      isLoginSubAccount: true,
      isCreateSubAccount: true,
      isPortOnline: false,
      guideState: true,
      calendar: world.calendar,
    })),
    route(workspacesApi.setTimeZone, ({ body }) => {
      if (body.replaces !== world.calendar.timeZone) throw new FixtureRefusal('resource.stale');
      world.calendar = { timeZone: body.timeZone, firstDay: '2026-03-01' };
      return world.calendar;
    }),
    route(identityApi.setGuideState, () => null),
    route(identityApi.userMenu, () => {
      if (world.menu === null) throw new FixtureRefusal('server.failed');
      return { list: world.menu };
    }),
  ];
}
