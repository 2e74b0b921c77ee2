/** The operator's endpoints, and those by which owners see what the operator has made. */

import * as identityApi from '@parley/contract/identity';
import * as notificationsApi from '@parley/contract/notifications';
import * as operatorApi from '@parley/contract/operator';
import * as settingsApi from '@parley/contract/settings';
import * as supportApi from '@parley/contract/support';
import * as tenantsApi from '@parley/contract/tenants';
import { has, pageOf, Refused, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import type { OperatorWorld } from './operator-world.ts';

export type InstallationWorld = { operator: OperatorWorld; ownerRemaining: number };

type Kept = OperatorWorld['notifications'][number];

/** As an owner who reads English sees it. */
function shownNotification({ id, title, body, level, publishedAt, expiresAt, readAt }: Kept) {
  const text = body['en-US'];
  return {
    id,
    level,
    publishedAt,
    expiresAt,
    readAt,
    title: title['en-US'],
    summary: text.replaceAll('\n', ' ').slice(0, 80),
    body: text,
  };
}

function found<Item>(list: readonly Item[], is: (item: Item) => boolean): Item {
  const item = list.find(is);
  if (item === undefined) throw new Refused('resource.not-found');
  return item;
}

const unreadOf = (world: OperatorWorld) => world.notifications.filter(({ readAt }) => readAt === null).length;

function ownersRoutes(world: OperatorWorld): Route[] {
  return [
    route(notificationsApi.notificationPage, ({ query }) => ({
      ...pageOf(
        world.notifications
          .filter(({ readAt }) => query.unreadOnly !== 'true' || readAt === null)
          .map(shownNotification),
        query,
      ),
      unread: unreadOf(world),
    })),
    route(notificationsApi.getNotification, ({ query }) => {
      const one = found(world.notifications, ({ id }) => id === query.id);
      one.readAt ??= sampleTime;
      return shownNotification(one);
    }),
    route(notificationsApi.markNotificationsRead, ({ body }) => {
      for (const one of world.notifications) {
        if (body.all === true || body.ids?.includes(one.id)) one.readAt ??= sampleTime;
      }
      return { unread: unreadOf(world) };
    }),
    route(supportApi.contactList, () => ({ list: world.contacts.filter(({ shown }) => shown) })),
    route(supportApi.getContact, ({ query }) => found(world.contacts, ({ id }) => id === query.id)),
    route(supportApi.checkContact, ({ query }) => {
      const bare = (text: string) => text.trim().toLowerCase().replace(/^@/, '');
      const one = world.contacts.find(({ account }) => bare(account) === bare(query.account));
      return { official: one !== undefined, contact: one ?? null };
    }),
    route(identityApi.setGuideState, () => null),
  ];
}

function noticesRoutes(world: OperatorWorld): Route[] {
  return [
    route(notificationsApi.operatorNotificationPage, ({ query }) => pageOf(world.notifications, query)),
    route(notificationsApi.publishNotification, ({ body: { requestId, ownerEmail = null, ...texts } }) => {
      const made = { ...texts, ownerEmail, version: 1, publishedAt: sampleTime, readers: 0, readAt: null };
      world.notifications.unshift({ ...made, id: requestId });
      return { ...made, id: requestId };
    }),
    route(notificationsApi.changeNotification, ({ params, body }) => {
      const one = found(world.notifications, ({ id }) => id === params.id);
      if (one.version !== body.version) throw new Refused('resource.stale');
      return Object.assign(one, body, { version: one.version + 1 });
    }),
    route(notificationsApi.deleteNotification, ({ params }) => {
      const one = found(world.notifications, ({ id }) => id === params.id);
      world.notifications.splice(world.notifications.indexOf(one), 1);
      return null;
    }),
  ];
}

function contactRoutes(world: OperatorWorld): Route[] {
  return [
    route(supportApi.operatorContactList, () => ({ list: world.contacts })),
    route(supportApi.addContact, ({ body }) => {
      const made = { ...body, id: 100 + world.contacts.length, version: 1 };
      world.contacts.push(made);
      return made;
    }),
    route(supportApi.changeContact, ({ params, body }) => {
      const one = found(world.contacts, ({ id }) => id === params.id);
      if (one.version !== body.version) throw new Refused('resource.stale');
      return Object.assign(one, body, { version: one.version + 1 });
    }),
    route(supportApi.deleteContact, ({ params }) => {
      const one = found(world.contacts, ({ id }) => id === params.id);
      world.contacts.splice(world.contacts.indexOf(one), 1);
      return null;
    }),
  ];
}

function certificationRoutes(operator: OperatorWorld): Route[] {
  return [
    route(identityApi.certificationPage, ({ query }) =>
      pageOf(
        operator.certifications.filter(({ status }) => query.status === undefined || query.status === status),
        query,
      ),
    ),
    route(identityApi.decideCertification, ({ body }) => {
      const one = found(operator.certifications, ({ workspaceId }) => workspaceId === body.workspaceId);
      if (one.version !== body.version) throw new Refused('resource.stale');
      return Object.assign(one, {
        status: body.decision === 'pass' ? 'passed' : 'rejected',
        reason: body.reason ?? null,
        decidedAt: sampleTime,
        version: one.version + 1,
      });
    }),
  ];
}

function ownerAccountRoutes(operator: OperatorWorld): Route[] {
  return [
    route(operatorApi.ownerPage, ({ query }) =>
      pageOf(
        operator.owners.filter(
          ({ email, disabled }) =>
            has(email, query.search) &&
            (query.state === undefined || query.state === (disabled ? 'disabled' : 'enabled')),
        ),
        query,
      ),
    ),
    route(operatorApi.disableOwner, ({ params, body: { reason } }) => {
      found(operator.owners, ({ id }) => id === params.userId).disabled = { at: sampleTime, reason };
      return null;
    }),
    route(operatorApi.resetOwnerTwoFactor, ({ params }) => {
      found(operator.owners, ({ id }) => id === params.userId).twoFactor = false;
      return null;
    }),
    route(operatorApi.enableOwner, ({ params }) => {
      found(operator.owners, ({ id }) => id === params.userId).disabled = null;
      return null;
    }),
  ];
}

/** Routes of the installation itself: its operator, settings, mails and characters. */
function installationRoutes(world: InstallationWorld): Route[] {
  const { operator } = world;
  const settings = () => ({
    ...operator.settings,
    logoFileId: null,
    logo: null,
    clientMinimumVersion: null,
    clientDownload: { windows: null, macos: null },
  });
  return [
    route(identityApi.operatorLogIn, ({ body }) => {
      if (body.password !== 'Operator-Test-12') throw new Refused('identity.wrong-credentials');
      return { accessToken: 'good', refreshToken: 'next', expiresAt: sampleTime + 1_800_000 };
    }),
    route(identityApi.operatorInfo, () => ({
      id: sampleId(15, 1),
      passwordMustChange: operator.passwordMustChange,
      emailAddress: 'operator@example.com',
    })),
    route(settingsApi.operatorSystemConfig, settings),
    route(settingsApi.setSystemConfig, ({ body: { brandName, registrationOpen, version } }) => {
      if (version !== operator.settings.version) throw new Refused('resource.stale');
      operator.settings = { brandName, registrationOpen, version: version + 1 };
      return settings();
    }),
    route(operatorApi.mailPage, ({ query }) =>
      pageOf(
        operator.mails.filter(({ to }) => has(to, query.search)),
        query,
      ),
    ),
    route(operatorApi.grantCharacters, ({ body }) => {
      if (body.ownerEmail !== 'owner@example.com') throw new Refused('identity.owner-unknown');
      if (!operator.grants.has(body.requestId)) {
        operator.grants.set(body.requestId, body.amount);
        world.ownerRemaining += body.amount;
      }
      return { ownerRemaining: world.ownerRemaining };
    }),
    route(tenantsApi.tenantPage, ({ query }) => pageOf([], query)),
  ];
}

export function operatorRoutes(world: InstallationWorld): Route[] {
  const { operator } = world;
  return [
    ...ownersRoutes(operator),
    ...noticesRoutes(operator),
    ...contactRoutes(operator),
    ...certificationRoutes(operator),
    ...ownerAccountRoutes(operator),
    ...installationRoutes(world),
  ];
}
