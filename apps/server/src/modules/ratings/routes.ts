import * as api from '@parley/contract/ratings';
import type { Clock } from '../../base/clock.ts';
import type { Mount } from '../../base/http/mount.ts';
import { whileConnected } from '../../base/http/while-connected.ts';
import { exportSpreadsheet, recordHourly } from '../audit/index.ts';
import { ownConversation, type TranslationDeps } from '../conversations/index.ts';
import { presentForDesk, presentRating } from './presenter.ts';
import { readOfConversation, readRatings } from './queries.ts';
import { ratingSheet } from './spreadsheets.ts';
import { readFigures } from './sums/queries.ts';
import { translateRating } from './translation.ts';

const records = { kind: 'records', id: 'ratings' } as const;

/** Mounts the endpoints of desk and console. Those of visitors are in the channels module, which has their chats. */
export function registerRoutes(mount: Mount, deps: TranslationDeps & { clock: Clock }): void {
  const { database } = deps;
  mount(api.deskRatings, async ({ caller, params }) => {
    const { row } = await ownConversation(database, caller, params.conversationId);
    return { list: (await readOfConversation(database, row)).flatMap(presentForDesk) };
  });

  mount(api.ratingPage, async ({ caller: { workspaceId }, query, origin }) => {
    // Comments are customers' texts, so that the answer waits for the audit record.
    const [{ list, nextCursor }] = await Promise.all([
      readRatings(database, workspaceId, query),
      recordHourly(database, origin, { action: 'chat-history.read', object: records }),
    ]);
    return { list: list.map(presentRating), nextCursor };
  });

  mount(api.translateRatingComment, ({ caller: { workspaceId }, params, origin, request }) =>
    whileConnected(request.raw.socket, (signal) =>
      translateRating(deps, workspaceId, params.ratingId, { origin, signal }),
    ),
  );

  mount(api.getRatingFigures, ({ caller, query }) => readFigures(database, caller.workspaceId, query));

  mount(api.exportRatings, (request) =>
    exportSpreadsheet(deps, request, {
      object: records,
      sheet: ratingSheet,
      read: (place) => readRatings(database, request.caller.workspaceId, { ...request.query, ...place }),
    }),
  );
}
