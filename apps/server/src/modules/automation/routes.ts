import { tryAutomation } from '@parley/contract/automation';
import type { Mount } from '../../base/http/mount.ts';
import { registerKeywordRoutes, registerWelcomeRoutes } from './rules/routes.ts';
import type { RulesDeps } from './rules/service.ts';
import type { Automation } from './service.ts';

export function registerRoutes(mount: Mount, deps: RulesDeps & { automation: Automation }): void {
  registerWelcomeRoutes(mount, deps);
  registerKeywordRoutes(mount, deps);
  mount(tryAutomation, ({ caller, body }) => deps.automation.runTrial(caller.workspaceId, body));
}
