import type { Connectors } from '@parley/connectors';
import { z } from 'zod';
import { type Database, transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { addJob, defineJob } from '../../../base/queue/queue.ts';

/** Fetches the message templates of an account that has come online. */
export const fetchTemplatesJob = defineJob({
  name: 'channels.fetch-templates',
  payload: z.object({ workspaceId: z.uuid(), socialAccountId: z.uuid() }),
  maxAttempts: 5,
});

/** Adds a job that fetches an account's templates, if its platform has any. */
export async function fetchTemplatesSoon(
  { database, connectors }: { database: Database; connectors: Connectors },
  { workspaceId, id, platform }: { workspaceId: WorkspaceId; id: string; platform: string },
): Promise<void> {
  if (connectors.get(platform)?.listTemplates === undefined) return;
  await transaction(database, (tx) =>
    addJob(tx, fetchTemplatesJob, { workspaceId, socialAccountId: id }, { key: `templates ${id}` }),
  );
}
