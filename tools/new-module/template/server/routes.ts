import {
  type __Noun__,
  __noun__Page,
  create__Noun__ as createEndpoint,
} from '@parley/contract/__kebab-nouns__';
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { newId } from '../../base/ids.ts';
import { type __Noun__Item, readPage } from './queries.ts';
import { create__Noun__ } from './service.ts';
import { __nouns__Store } from './store.ts';

export function registerRoutes(
  mount: Mount,
  { database, clock }: { database: Database; clock: Clock },
): void {
  mount(__noun__Page, async ({ caller, query }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query);
    return { list: list.map(present), total };
  });

  const deps = { store: __nouns__Store, now: clock.now, newId };
  mount(createEndpoint, async ({ caller, body }) =>
    transaction(database, async (tx) => present(await create__Noun__(deps, tx, caller.workspaceId, body))),
  );
}

function present({ id, name, createdAt }: __Noun__Item): __Noun__ {
  return { id, name, createdAt: createdAt.getTime() };
}
