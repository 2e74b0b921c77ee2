/** An in-memory installation with everything that its operator sees. */
import {
  type ReviewWorld,
  reviewRoutes,
  waitingCertification,
} from '../../../features/certification/testing/reviews.ts';
import { type GrantWorld, grantRoutes } from '../../../features/characters/testing/grants.ts';
import { type MailWorld, mailRoutes, twoMails } from '../../../features/mails/testing/mails.ts';
import {
  busyNotifications,
  type NotificationWorld,
  notificationRoutes,
} from '../../../features/notifications/testing/notifications.ts';
import {
  type OperatorLoginWorld,
  operatorLoginRoutes,
} from '../../../features/operator-login/testing/operator.ts';
import { busyOwners, type OwnerWorld, ownerRoutes } from '../../../features/owners/testing/owners.ts';
import {
  busyContacts,
  type ContactWorld,
  contactRoutes,
  freshContacts,
} from '../../../features/support/testing/contacts.ts';
import {
  freshSettings,
  type SettingsWorld,
  settingsRoutes,
} from '../../../features/system-settings/testing/settings.ts';
import { type TenantWorld, tenantRoutes } from '../../../features/tenants/testing/tenants.ts';
import type { Route } from '../../../lib/testing/route.ts';

export type OperatorWorld = ContactWorld &
  GrantWorld &
  MailWorld &
  NotificationWorld &
  OperatorLoginWorld &
  OwnerWorld &
  ReviewWorld &
  SettingsWorld &
  TenantWorld;

export function freshOperator(): OperatorWorld {
  return {
    notifications: [],
    contacts: freshContacts(),
    certifications: [],
    mails: [],
    settings: freshSettings(),
    ownerRemaining: 0,
    grants: new Map(),
    owners: [],
    tenants: [],
    passwordMustChange: false,
  };
}

/** An installation with the data of an ordinary week. */
export function busyOperator(): OperatorWorld {
  return {
    ...freshOperator(),
    notifications: busyNotifications(),
    owners: busyOwners(),
    contacts: busyContacts(),
    certifications: [waitingCertification()],
    mails: twoMails(),
  };
}

export const operatorRoutes = (world: OperatorWorld): Route[] => [
  ...notificationRoutes(world),
  ...contactRoutes(world),
  ...reviewRoutes(world),
  ...ownerRoutes(world),
  ...operatorLoginRoutes(world),
  ...settingsRoutes(world),
  ...mailRoutes(world),
  ...grantRoutes(world),
  ...tenantRoutes(world),
];
