import { deskConversations, sendMessage, triageConversation } from '@parley/contract/conversations';
import { ratings } from '@parley/contract/examples';
import { visitorEvents, visitorRate } from '@parley/contract/visitor';
import { until } from '@parley/testing';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  /** Creates a rated conversation on another website than the example's. */
  async make({ app, owner, agent }) {
    const socialAccountId = await app.addWebchat(owner, agent.subAccountId, { askForRating: 'true' });
    const visitor = await app.startVisitor(socialAccountId);
    await app.visitorSays(visitor, 'Hola');
    const query = { socialAccountId };
    const conversationId = await until('the message to be translated', async () => {
      const [conversation] = (await app.call(deskConversations, { query }, agent.token)).list;
      return conversation?.lastMessage?.translationState === 'pending' ? null : (conversation?.id ?? null);
    });
    const params = { conversationId };
    const body = { id: crypto.randomUUID(), text: 'Hola', mode: 'original' } as const;
    await app.call(sendMessage, { params, body }, agent.token);
    await app.call(triageConversation, { params, body: { closed: true } }, agent.token);
    const { id: ratingId } = await until(
      'the request',
      async () => (await app.call(visitorEvents, { query: { since: 0 } }, visitor.token)).rating,
    );
    const given = { params: { ratingId }, body: { score: 5, comment: 'Muy amables' } };
    await app.call(visitorRate, given, visitor.token);
    return { [ratings.ratingId]: ratingId };
  },
  audited: { 'ratings.translateRatingComment': 'modules/ratings/ratings.db.test.ts' },
};
