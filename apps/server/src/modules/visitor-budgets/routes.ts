import * as visitorBudgetsApi from '@parley/contract/visitor-budgets';
import type { Mount } from '../../base/http/mount.ts';
import type { VisitorBudgets } from './service.ts';

export function registerRoutes(
  mount: Mount,
  { visitorBudgets: budgets }: { visitorBudgets: VisitorBudgets },
): void {
  mount(visitorBudgetsApi.getVisitorBudget, ({ caller: { workspaceId }, query: { socialAccountId } }) =>
    budgets.read({ workspaceId, socialAccountId }),
  );

  mount(
    visitorBudgetsApi.updateVisitorBudget,
    ({ caller: { workspaceId }, body: { socialAccountId, ...limits }, origin }) =>
      budgets.update({ workspaceId, socialAccountId }, limits, origin),
  );
}
