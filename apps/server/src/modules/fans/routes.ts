import * as fansApi from '@parley/contract/fans';
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import { presentIdentity, presentPersonRow } from './details/presenter.ts';
import { readIdentities, readPerson, readPersonRows } from './details/queries.ts';
import { type LibraryRoutesDeps, registerLibraryRoutes } from './libraries/routes.ts';
import { presentFan } from './list/presenter.ts';
import { countUpTo, readPage } from './list/queries.ts';
import { fanSheet } from './list/spreadsheets.ts';
import { readLog } from './log/queries.ts';
import { registerMergeRoutes } from './merges/routes.ts';
import { readTree } from './merges/store.ts';
import { registerStatisticsRoutes } from './statistics/routes.ts';
import type { TagDesks } from './tags/notify-desks.ts';
import { registerTagRoutes } from './tags/routes.ts';
import { readTags } from './tags/store.ts';

type Deps = LibraryRoutesDeps & TagDesks & { clock: Clock };

/** Notes about fans belong to the customer-profiles module, which mounts their routes. */
export function registerRoutes(mount: Mount, deps: Deps): void {
  const { database } = deps;
  registerMergeRoutes(mount, deps);
  registerTagRoutes(mount, deps);
  registerLibraryRoutes(mount, deps);
  registerStatisticsRoutes(mount, deps);

  mount(fansApi.fanPage, async ({ caller, query }) => {
    const { list, nextCursor } = await readPage(database, caller.workspaceId, query);
    return { list: list.map(presentFan), nextCursor };
  });

  mount(fansApi.countFans, async ({ caller, query }) => {
    const count = await countUpTo(database, caller.workspaceId, query, fansApi.fanCountLimit);
    return { count: Math.min(count, fansApi.fanCountLimit), more: count > fansApi.fanCountLimit };
  });

  mount(fansApi.exportFans, async (request) => {
    const { workspaceId } = request.caller;
    const tags = await readTags(database, workspaceId);
    const tagNames = new Map(tags.map(({ id, name }) => [id, name]));
    return exportSpreadsheet(deps, request, {
      object: 'fans',
      sheet: (reader) => fanSheet(reader, tagNames),
      read: (place) => readPage(database, workspaceId, { ...request.query, ...place }),
    });
  });

  mount(fansApi.getFan, async ({ caller: { workspaceId }, query }) => {
    const person = await requirePerson(database, workspaceId, query.fanId);
    const [identities, rows] = await Promise.all([
      readIdentities(database, workspaceId, person.id),
      readPersonRows(database, workspaceId, person.id),
    ]);
    return {
      fanId: person.id,
      nickname: person.nickname,
      firstSeenAt: Math.floor(person.firstSeenAt),
      identities: identities.map(presentIdentity),
      rows: rows.map(presentPersonRow),
    };
  });

  mount(fansApi.fanLog, async ({ caller: { workspaceId }, query: { fanId, ...place } }) => {
    const person = await requirePerson(database, workspaceId, fanId);
    const own = await transaction(database, (tx) => readTree(tx, workspaceId, person.id));
    return readLog(database, workspaceId, own, place);
  });
}

const requirePerson = async (database: Database, workspaceId: WorkspaceId, fanId: string) =>
  assertFound(await readPerson(database, workspaceId, fanId), 'fan.not-found');
