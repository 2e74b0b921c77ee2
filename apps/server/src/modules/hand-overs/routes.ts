import * as handOversApi from '@parley/contract/hand-overs';
import { maxReceivers } from '@parley/contract/hand-overs';
import type { Mount } from '../../base/http/mount.ts';
import { ownConversation, presentOne } from '../conversations/index.ts';
import { presentHandedOver, presentHandOver } from './presenter.ts';
import { readHandedOver, readHandOvers, readReceivers } from './queries.ts';
import { type HandOverDeps, handOver, takeBack } from './service.ts';

export function registerRoutes(mount: Mount, deps: HandOverDeps): void {
  const { database, realtime } = deps;
  mount(handOversApi.handOverReceivers, async ({ caller, params, query }) => {
    const { row: conversation } = await ownConversation(database, caller, params.conversationId);
    const found = await readReceivers(database, conversation, query.search);
    const shown = found.slice(0, maxReceivers);
    const online = await realtime.desksOnline(shown.map(({ id }) => id));
    return {
      list: shown.map((receiver) => ({ ...receiver, online: online.has(receiver.id) })),
      more: found.length > shown.length,
    };
  });
  mount(handOversApi.handOverConversation, async ({ caller, params, body, origin }) => {
    await handOver(deps, caller, params.conversationId, body, origin);
    return null;
  });
  mount(handOversApi.takeBackConversation, async ({ caller, params, body, origin }) => {
    await takeBack(deps, caller, params.conversationId, body.authorName ?? null, origin);
    return presentOne(database, caller, await ownConversation(database, caller, params.conversationId));
  });
  mount(handOversApi.takeBackForOwner, async ({ caller: { workspaceId }, params, origin }) => {
    await takeBack(deps, { workspaceId, subAccountId: null }, params.conversationId, null, origin);
    return null;
  });
  mount(handOversApi.conversationHandOvers, async ({ caller, params }) => {
    const { row: conversation } = await ownConversation(database, caller, params.conversationId);
    return { list: (await readHandOvers(database, conversation)).map(presentHandOver) };
  });
  mount(handOversApi.handedOverConversations, async ({ caller, query }) => {
    const { cursor, pageNo, pageSize } = query;
    const rows = await readHandedOver(database, caller.workspaceId, caller.subAccountId, {
      before: placeOf(cursor),
      limit: pageSize + 1,
      offset: (pageNo - 1) * pageSize,
    });
    const page = rows.slice(0, pageSize);
    const last = page.at(-1)?.handOver;
    const nextCursor = rows.length > page.length && last ? `${last.createdAt.getTime()}_${last.id}` : null;
    return { list: page.map(presentHandedOver), nextCursor };
  });
}

/** Returns the id in a cursor; null for an invalid one, which starts from the beginning. */
function placeOf(cursor: string | undefined): string | null {
  return cursor?.match(/^\d{1,15}_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)?.[1] ?? null;
}
