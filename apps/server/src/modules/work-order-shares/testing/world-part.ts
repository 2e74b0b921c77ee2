import { workOrderShares } from '@parley/contract/examples';
import * as api from '@parley/contract/work-order-shares';
import { createWorkOrder } from '@parley/contract/work-orders';
import { until } from '@parley/testing';
import { distantReset } from '../../../testing/distant-reset.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestPlace, TestWorld, WorldPart } from '../../../testing/world-part.ts';

const form = {
  title: 'Spring campaign',
  validDays: 30,
  fanNames: 'masked' as const,
  chatHistory: true,
  password: 'kite42',
};

async function share(app: TestPlace, workOrderId: string, access: api.ShareAccess, token: string) {
  const orders = [{ workOrderId, socialAccountIds: null }];
  const made = await app.call(api.createWorkOrderShare, { body: { ...form, access, orders } }, token);
  return { ...made, token: new URL(made.path, 'http://host').searchParams.get(api.shareParameter) ?? '' };
}

/** The work order of the world's shares. */
const orderOf = ({ live }: TestWorld) => live.get(workOrderShares.sharedWorkOrderId) ?? '';

/** Creates a separate share for an act that changes it. */
const newShare = async (app: TestApp, world: TestWorld) => {
  const { id: shareId } = await share(app, orderOf(world), 'public', world.tokens.console);
  return { shareId };
};

export const worldPart: WorldPart = {
  /** The work order belongs to a separate sub-account, and has counted a fan. */
  async make({ app, owner }) {
    const agent = await app.createSubAccount(owner);
    const goals = { totalGoal: 1_000, dailyGoal: 50, accountTotalGoal: null, accountDailyGoal: null };
    const order = { name: 'Shared', ...goals, resetTime: distantReset(), remarks: '' };
    const body = { ...order, platform: 'webchat' as const, subAccountId: agent.subAccountId };
    const { id } = await app.call(createWorkOrder, { body }, owner.token);
    const locked = await share(app, id, 'password', owner.token);
    const open = await share(app, id, 'public', owner.token);
    const site = await app.addWebchat(owner, agent.subAccountId);
    await app.visitorSays(await app.startVisitor(site), 'Hola');
    const chat = await until('the conversation', async () => {
      const { list } = await app.call(api.sharedChats, { query: { token: open.token } }, '');
      return list[0]?.chat ?? null;
    });
    return {
      [workOrderShares.sharedWorkOrderId]: id,
      [workOrderShares.shareId]: open.id,
      [workOrderShares.shareToken]: locked.token,
      [workOrderShares.publicShareToken]: open.token,
      [workOrderShares.sharedChat]: chat,
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
