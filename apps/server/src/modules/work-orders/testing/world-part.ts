import { workOrders } from '@parley/contract/examples';
import * as workOrdersApi from '@parley/contract/work-orders';
import { distantReset } from '../../../testing/distant-reset.ts';
import { requestFor } from '../../../testing/world.ts';
import type { WorldPart } from '../../../testing/world-part.ts';

const goals = { totalGoal: 1_000, dailyGoal: 50, accountTotalGoal: null, accountDailyGoal: null };

export const worldPart: WorldPart = {
  async make({ app, owner, agent }) {
    const body = {
      name: workOrders.workOrderName,
      ...goals,
      resetTime: distantReset(),
      remarks: '',
      // Not the platform of the example that creates a work order.
      platform: 'webchat' as const,
      subAccountId: agent.subAccountId,
    };
    const { id } = await app.call(workOrdersApi.createWorkOrder, { body }, owner.token);
    return { [workOrders.workOrderId]: id };
  },
  audited: {
    // Another contract test has changed the order before.
    'workOrders.updateWorkOrder': async (app, { owner, live }) => {
      const query = { workOrderId: live.get(workOrders.workOrderId) ?? '' };
      const { version } = await app.call(workOrdersApi.getWorkOrder, { query }, owner.token);
      return { body: { ...Object(requestFor('workOrders.updateWorkOrder', live).body), version } };
    },
    'workOrders.reopenWorkOrder': async (app, { owner, live }) => {
      const body = { workOrderId: live.get(workOrders.workOrderId) ?? '' };
      await app.call(workOrdersApi.closeWorkOrder, { body }, owner.token);
      return { body };
    },
    // Another contract test has closed the order before.
    'workOrders.setWorkOrderStatus': async (app, { owner, live }) => {
      const workOrderId = live.get(workOrders.workOrderId) ?? '';
      await app.call(workOrdersApi.reopenWorkOrder, { body: { workOrderId } }, owner.token);
      return { body: { ids: [workOrderId], status: 'closed' } };
    },
  },
};
