import * as quickRepliesApi from '@parley/contract/quick-replies';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import { readBatch, readForDesk, readOne, readPage } from './queries.ts';
import { createQuickReply, deleteQuickReplies, type QuickRepliesDeps, updateQuickReply } from './service.ts';
import { quickReplySheet } from './spreadsheet.ts';

export function registerRoutes(mount: Mount, deps: QuickRepliesDeps): void {
  const { database } = deps;

  mount(quickRepliesApi.quickReplyPage, ({ caller, query }) => readPage(database, caller.workspaceId, query));

  mount(quickRepliesApi.exportQuickReplies, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'quick-replies',
      sheet: quickReplySheet,
      read: (place) => readBatch(database, caller.workspaceId, { ...query, ...place }),
    });
  });

  mount(quickRepliesApi.getQuickReply, async ({ caller, query }) =>
    assertFound(await readOne(database, caller.workspaceId, query.quickReplyId), 'quick-reply.not-found'),
  );

  mount(quickRepliesApi.createQuickReply, ({ caller, body, origin }) =>
    createQuickReply(deps, { workspaceId: caller.workspaceId, origin }, body),
  );

  mount(quickRepliesApi.updateQuickReply, ({ caller, body, origin }) =>
    updateQuickReply(deps, { workspaceId: caller.workspaceId, origin }, body),
  );

  mount(quickRepliesApi.deleteQuickReplies, async ({ caller, body, origin }) => ({
    changed: await deleteQuickReplies(deps, { workspaceId: caller.workspaceId, origin }, body.ids),
  }));

  mount(quickRepliesApi.deskQuickReplies, async ({ caller, query }) => ({
    list: await readForDesk(database, caller.workspaceId, query.search ?? ''),
  }));
}
