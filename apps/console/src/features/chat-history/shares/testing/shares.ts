/** The shares of conversations, in memory. */
import * as api from '@parley/contract/chat-shares';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../../lib/testing/samples.ts';

export type ChatShareWorld = { shares: api.ChatShare[]; passwords: Map<string, string> };

export function someShare(given: Partial<api.ChatShare> = {}): api.ChatShare {
  return {
    id: sampleId(23, 1),
    conversation: { id: sampleId(2, 1), platform: 'webchat', title: 'Marta', named: true },
    title: 'For the supplier',
    path: '/chatHistory/share?share=token-1',
    access: 'password',
    status: 'enabled',
    validDays: 7,
    sharedAt: sampleTime,
    expiresAt: sampleTime + 7 * 86_400_000,
    opens: 1_204,
    lastOpenedAt: sampleTime,
    version: 1,
    ...given,
  };
}

export function chatShareRoutes(world: ChatShareWorld): Route[] {
  const one = (id: string) => getItem(world.shares, (share) => share.id === id);
  return [
    route(api.chatSharePage, ({ query }) =>
      pageOf(
        world.shares.filter(
          ({ title, conversation }) =>
            has(title, query.search) &&
            (query.conversationId === undefined || conversation.id === query.conversationId),
        ),
        query,
      ),
    ),
    route(api.createChatShare, ({ body: { conversationId, password, ...kept } }) => {
      if (kept.access === 'password' && password === null)
        throw new FixtureRefusal('chat-share.password-needed');
      const id = sampleId(23, 100 + world.shares.length);
      const conversation = { ...someShare().conversation, id: conversationId };
      const share = someShare({ ...kept, id, conversation, opens: 0, lastOpenedAt: null });
      if (password !== null) world.passwords.set(id, password);
      world.shares.unshift(share);
      return share;
    }),
    route(api.getChatShare, ({ query }) => one(query.shareId)),
    route(api.updateChatShare, ({ body: { shareId, version, password, ...kept } }) => {
      const share = one(shareId);
      if (share.version !== version) throw new FixtureRefusal('resource.stale');
      if (password !== null) world.passwords.set(shareId, password);
      return Object.assign(share, kept, { version: version + 1 });
    }),
    route(api.setChatShareEnabled, ({ body }) =>
      Object.assign(one(body.shareId), { status: body.enabled ? 'enabled' : 'disabled' }),
    ),
    route(api.cancelChatShare, ({ body }) => Object.assign(one(body.shareId), { status: 'cancelled' })),
    route(api.deleteChatShare, ({ body }) => {
      const gone = one(body.shareId);
      world.shares = world.shares.filter((share) => share !== gone);
      return null;
    }),
    route(api.getChatSharePassword, ({ query }) => ({
      password: world.passwords.get(query.shareId) ?? null,
    })),
  ];
}
