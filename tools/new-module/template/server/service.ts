import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';

export type __Noun__Row = { workspaceId: WorkspaceId; id: string; name: string; createdAt: Date };

/** The writes that the rules need. `Running` is the edge's transaction, passed through and never used here. */
export type __Nouns__Store<Running> = {
  /** False: the workspace has one of that name; nothing was written. */
  insert(running: Running, row: __Noun__Row): Promise<boolean>;
};

export type __Nouns__Deps<Running> = {
  store: __Nouns__Store<Running>;
  /** Milliseconds since the epoch. */
  now: () => number;
  newId: () => string;
};

/** Creates a __plain noun__. Throws `__kebab-noun__.name-taken`. */
export async function create__Noun__<Running>(
  { store, now, newId }: __Nouns__Deps<Running>,
  running: Running,
  workspaceId: WorkspaceId,
  form: { name: string },
): Promise<__Noun__Row> {
  const row = { workspaceId, id: newId(), name: form.name, createdAt: new Date(now()) };
  if (!(await store.insert(running, row))) throw new AppError('__kebab-noun__.name-taken');
  return row;
}
