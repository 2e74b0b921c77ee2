import { deskConversations } from '@parley/contract/conversations';
import { handOvers } from '@parley/contract/examples';
import { handOverConversation } from '@parley/contract/hand-overs';
import { until } from '@parley/testing';
import type { TestAgent, TestOwner } from '../../../testing/test-people.ts';
import type { TestPlace, WorldPart } from '../../../testing/world-part.ts';

/** Returns a new conversation of an agent. */
async function meet(app: TestPlace, owner: TestOwner, agent: TestAgent): Promise<string> {
  const socialAccountId = await app.addWebchat(owner, agent.subAccountId);
  await app.visitorSays(await app.startVisitor(socialAccountId), 'Hola');
  return until('the message to be translated', async () => {
    const { list } = await app.call(deskConversations, { query: { socialAccountId } }, agent.token);
    const [conversation] = list;
    return conversation?.lastMessage?.translationState === 'pending' ? null : (conversation?.id ?? null);
  });
}

async function handOver(app: TestPlace, conversationId: string, subAccountId: string, token: string) {
  const request = { params: { conversationId }, body: { subAccountId, note: 'Wants to return the boots.' } };
  await app.call(handOverConversation, request, token);
}

export const worldPart: WorldPart = {
  async make({ app, owner, agent }) {
    const receiver = await app.createSubAccount(owner);
    const conversationId = await meet(app, owner, agent);
    await handOver(app, conversationId, receiver.subAccountId, agent.token);
    return { [handOvers.receiverId]: receiver.subAccountId, [handOvers.handedOverId]: conversationId };
  },
  audited: {
    'handOvers.handOverConversation': async (app, { owner, agent }) => ({
      params: { conversationId: await meet(app, owner, agent) },
    }),
    'handOvers.takeBackForOwner': async (app, { owner, agent, live }) => {
      const conversationId = await meet(app, owner, agent);
      await handOver(app, conversationId, live.get(handOvers.receiverId) ?? '', agent.token);
      return { params: { conversationId } };
    },
    'handOvers.takeBackConversation': async (app, { owner, agent, live }) => {
      const conversationId = await meet(app, owner, agent);
      await handOver(app, conversationId, live.get(handOvers.receiverId) ?? '', agent.token);
      return { params: { conversationId } };
    },
  },
};
