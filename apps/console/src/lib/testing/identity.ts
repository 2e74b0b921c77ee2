/** The login and the logged-in owner of a workspace in memory. */
import * as contract from '@parley/contract';
import { Refused, type Route, route } from './route.ts';
import { sampleId, sampleTime } from './samples.ts';

export type UserWorld = {
  ownerRemaining: number;
  /** The user's `privilegesCode`. */
  privileges: string;
  calendar: contract.WorkspaceCalendar;
  /** What the server supplies; null: it can't. */
  menu: contract.MenuEntry[] | null;
};

export const someUser = (given: Partial<UserWorld> = {}): UserWorld => ({
  ...{ ownerRemaining: 0, privileges: '', calendar: { timeZone: 'Asia/Shanghai', firstDay: null } },
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

/** Logging in and who is logged in. */
export function identityRoutes(world: UserWorld): Route[] {
  return [
    route(contract.logIn, ({ body }) => {
      if (body.username === 'agent-7') throw new Refused('identity.not-for-console');
      if (body.password !== 'Secret1') throw new Refused('identity.wrong-credentials');
      return session;
    }),
    route(contract.refreshToken, () => {
      throw new Refused('identity.expired-refresh-token');
    }),
    route(contract.logOut, () => null),
    route(contract.requestVerificationCode, () => ({ resendAfter: 60 })),
    route(contract.register, ({ body }) => {
      if (body.code !== '123456') throw new Refused('identity.wrong-code');
      return session;
    }),
    route(contract.getLoginUserInfo, () => ({
      ...{
        id: sampleId(9, 1),
        userName: 'Owner',
        emailAddress: 'owner@example.com',
        userType: 'owner' as const,
      },
      ...{ headPortrait: null, tgContact: null, charNum: world.ownerRemaining, portNum: 3 },
      ...{ privilegesCode: world.privileges, setMealCode: 'MIAN_FEI_ROOT', vipEndTime: null },
      ...{ setMealDO: { code: 'MIAN_FEI_ROOT' }, psetMealDO: { code: 'MIAN_FEI_ROOT' } },
      ...{ poldSetMealCode: null, buyLimitSetMeal: [], amount: '0.00', firstRebateRate: '5.00' },
      ...{ rebateRate: '10', isLoginSubAccount: true, isCreateSubAccount: true },
      ...{ isPortOnline: false, guideState: true },
      calendar: world.calendar,
    })),
    route(contract.setTimeZone, ({ body }) => {
      if (body.replaces !== world.calendar.timeZone) throw new Refused('resource.stale');
      world.calendar = { timeZone: body.timeZone, firstDay: '2026-03-01' };
      return world.calendar;
    }),
    route(contract.userMenu, () => {
      if (world.menu === null) throw new Refused('server.failed');
      return { list: world.menu };
    }),
  ];
}
