/** The console's whole API over an in-memory world. */
import { auditRoutes } from '../../features/audit-log/testing/audit.ts';
import { characterRoutes } from '../../features/characters/testing/records.ts';
import { chatHistoryRoutes } from '../../features/chat-history/testing/routes.ts';
import { fanStatisticsRoutes } from '../../features/fan-statistics/testing/fan-statistics.ts';
import { isolationRoutes } from '../../features/isolation-profiles/testing/isolation.ts';
import { portRoutes } from '../../features/ports/testing/ports.ts';
import { accountRoutes } from '../../features/profile/testing/account.ts';
import { proxyRoutes } from '../../features/proxies/testing/proxies.ts';
import {
  sensitiveWordRoutes,
  sensitiveWordWorld,
} from '../../features/sensitive-words/testing/sensitive-words.ts';
import { socialAccountRoutes } from '../../features/social-accounts/testing/social-accounts.ts';
import { subAccountRoutes } from '../../features/sub-accounts/testing/sub-accounts.ts';
import { translationSettingsRoutes } from '../../features/translation-settings/testing/translation-settings.ts';
import { identityRoutes } from '../../lib/testing/identity.ts';
import { installationRoutes } from '../../lib/testing/installation.ts';
import type { Route } from '../../lib/testing/route.ts';
import { operatorRoutes } from '../../pages/operator/testing/operator-world.ts';
import type { ConsoleWorld } from './console-world.ts';

export const consoleRoutes = (world: ConsoleWorld): Route[] => [
  ...identityRoutes(world),
  ...accountRoutes(world.account),
  ...installationRoutes(),
  ...subAccountRoutes(world),
  ...portRoutes(world),
  ...socialAccountRoutes(world),
  ...proxyRoutes(world),
  ...isolationRoutes(world),
  ...chatHistoryRoutes(world),
  ...operatorRoutes(world.operator),
  ...characterRoutes(world),
  ...fanStatisticsRoutes(world, world.subAccounts.length > 0),
  ...translationSettingsRoutes(world),
  // For the alert count in the shell.
  ...sensitiveWordRoutes(sensitiveWordWorld({ rules: [], records: [], unseen: 0 })),
  ...auditRoutes(world.subAccounts.length > 0),
];
