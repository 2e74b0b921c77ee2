import { workOrderShares } from '@parley/contract/examples';
import * as api from '@parley/contract/work-order-shares';
import { createWorkOrder } from '@parley/contract/work-orders';
import { distantReset } from '../../../testing/distant-reset.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { Place, World, WorldPart } from '../../../testing/world-part.ts';

const form = {
  title: 'Spring campaign',
  validDays: 30,
  fanNames: 'none' as const,
  password: 'kite42',
};

async function share(app: Place, workOrderId: string, access: api.ShareAccess, token: string) {
  const orders = [{ workOrderId, socialAccountIds: null }];
  const made = await app.call(api.createWorkOrderShare, { body: { ...form, access, orders } }, token);
  return { ...made, token: new URL(made.path, 'http://host').searchParams.get(api.shareParameter) ?? '' };
}

/** The work order of the world's shares. */
const orderOf = ({ live }: World) => live.get(workOrderShares.sharedWorkOrderId) ?? '';

/** Creates a separate share for an act that changes it. */
const newShare = async (app: TestApp, world: World) => {
  const { id: shareId } = await share(app, orderOf(world), 'public', world.tokens.console);
  return { shareId };
};

export const worldPart: WorldPart = {
  async make({ app, owner, agent }) {
    const goals = { totalGoal: 1_000, dailyGoal: 50, accountTotalGoal: null, accountDailyGoal: null };
    const order = { name: 'Shared', ...goals, resetTime: distantReset(), remarks: '' };
    const body = { ...order, platform: 'xmpp' as const, subAccountId: agent.subAccountId };
    const { id } = await app.call(createWorkOrder, { body }, owner.token);
    const locked = await share(app, id, 'password', owner.token);
    const open = await share(app, id, 'public', owner.token);
    return {
      [workOrderShares.sharedWorkOrderId]: id,
      [workOrderShares.shareId]: open.id,
      [workOrderShares.shareToken]: locked.token,
      [workOrderShares.publicShareToken]: open.token,
    };
  },
  audited: {
    'workOrderShares.updateWorkOrderShare': async (app, world) => {
      const orders = [{ workOrderId: orderOf(world), socialAccountIds: null }];
      const changed = { ...form, title: 'Summer', access: 'public', orders, version: 1 };
      return { body: { ...(await newShare(app, world)), ...changed } };
    },
    'workOrderShares.setWorkOrderShareEnabled': async (app, world) => ({
      body: { ...(await newShare(app, world)), enabled: false },
    }),
    'workOrderShares.cancelWorkOrderShare': async (app, world) => ({ body: await newShare(app, world) }),
    'workOrderShares.deleteWorkOrderShare': async (app, world) => ({ body: await newShare(app, world) }),
  },
};
