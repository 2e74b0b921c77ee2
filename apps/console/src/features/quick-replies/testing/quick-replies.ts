/** The quick replies of a workspace, in memory. */
import * as quickRepliesApi from '@parley/contract/quick-replies';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

type QuickReply = quickRepliesApi.QuickReply;

export const someQuickReply = (given: Partial<QuickReply> = {}): QuickReply => ({
  id: sampleId(60, 1),
  name: 'shipping',
  title: 'Shipping time',
  content: 'Hello {{fan|there}}, it ships today.',
  language: 'en',
  translations: [{ language: 'es', content: 'Hola {{fan|cliente}}, sale hoy.' }],
  material: null,
  version: 1,
  updatedAt: sampleTime,
  ...given,
});

export type QuickReplyWorld = { replies: QuickReply[] };

export const quickReplyWorld = (replies = [someQuickReply()]): QuickReplyWorld => ({ replies });

export function quickReplyRoutes(world: QuickReplyWorld): Route[] {
  const named = (id: string) => getItem(world.replies, (one) => one.id === id, 'quick-reply.not-found');
  const unique = (name: string, but?: string) => {
    const taken = world.replies.some((one) => one.id !== but && one.name === name);
    if (taken) throw new FixtureRefusal('quick-reply.name-taken');
  };
  return [
    route(quickRepliesApi.quickReplyPage, ({ query }) =>
      pageOf(
        world.replies.filter(({ name, title }) => has(name, query.search) || has(title, query.search)),
        query,
      ),
    ),
    route(quickRepliesApi.getQuickReply, ({ query }) => named(query.quickReplyId)),
    route(quickRepliesApi.createQuickReply, ({ body }) => {
      unique(body.name);
      const reply = someQuickReply({ ...body, id: sampleId(60, world.replies.length + 1) });
      world.replies.push(reply);
      return reply;
    }),
    route(quickRepliesApi.updateQuickReply, ({ body: { quickReplyId, version, ...form } }) => {
      const reply = named(quickReplyId);
      if (reply.version !== version) throw new FixtureRefusal('resource.stale');
      unique(form.name, quickReplyId);
      return Object.assign(reply, form, { version: version + 1 });
    }),
    route(quickRepliesApi.deleteQuickReplies, ({ body: { ids } }) => {
      ids.forEach(named);
      world.replies = world.replies.filter(({ id }) => !ids.includes(id));
      return { changed: ids.length };
    }),
  ];
}
