import * as api from '@parley/contract/chat-shares';
import { deskConversations } from '@parley/contract/conversations';
import { chatShares } from '@parley/contract/examples';
import { until } from '@parley/testing';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestPlace, TestWorld, WorldPart } from '../../../testing/world-part.ts';

const form = { title: 'Order 1042', validDays: 7, password: 'kite42' };

async function share(app: TestPlace, conversationId: string, access: api.ShareAccess, token: string) {
  const made = await app.call(api.createChatShare, { body: { ...form, access, conversationId } }, token);
  return { ...made, token: new URL(made.path, 'http://host').searchParams.get(api.shareParameter) ?? '' };
}

/** Creates a separate share for an act that changes it. */
const newShare = async (app: TestApp, { live, tokens }: TestWorld) => {
  const conversationId = live.get(chatShares.sharedConversationId) ?? '';
  const { id: shareId } = await share(app, conversationId, 'public', tokens.console);
  return { shareId };
};

export const worldPart: WorldPart = {
  /** The conversation belongs to a separate sub-account, because the world's first agent has one. */
  async make({ app, owner }) {
    const agent = await app.createSubAccount(owner);
    const visitor = await app.startVisitor(await app.addWebchat(owner, agent.subAccountId));
    await app.visitorSays(visitor, 'Hola');
    const conversationId = await until('the message to be translated', async () => {
      const { list } = await app.call(deskConversations, { query: {} }, agent.token);
      const [conversation] = list;
      return conversation?.lastMessage?.translationState === 'pending' ? null : (conversation?.id ?? null);
    });
    const locked = await share(app, conversationId, 'password', owner.token);
    const open = await share(app, conversationId, 'public', owner.token);
    return {
      [chatShares.sharedConversationId]: conversationId,
      [chatShares.chatShareId]: open.id,
      [chatShares.chatShareToken]: locked.token,
      [chatShares.publicChatShareToken]: open.token,
    };
  },
  audited: {
    'chatShares.updateChatShare': async (app, world) => ({
      body: { ...(await newShare(app, world)), ...form, title: 'Order 1043', access: 'public', version: 1 },
    }),
    'chatShares.setChatShareEnabled': async (app, world) => ({
      body: { ...(await newShare(app, world)), enabled: false },
    }),
    'chatShares.cancelChatShare': async (app, world) => ({ body: await newShare(app, world) }),
    'chatShares.deleteChatShare': async (app, world) => ({ body: await newShare(app, world) }),
  },
};
