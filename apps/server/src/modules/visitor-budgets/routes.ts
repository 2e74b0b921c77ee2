import * as contract from '@parley/contract';
import type { Mount } from '../../base/http/mount.ts';
import type { VisitorBudgets } from './service.ts';

export function registerRoutes(mount: Mount, budgets: VisitorBudgets): void {
  mount(contract.getVisitorBudget, ({ caller: { workspaceId }, query: { socialAccountId } }) =>
    budgets.read({ workspaceId, socialAccountId }),
  );

  mount(
    contract.updateVisitorBudget,
    ({ caller: { workspaceId }, body: { socialAccountId, ...limits }, origin }) =>
      budgets.update({ workspaceId, socialAccountId }, limits, origin),
  );
}
