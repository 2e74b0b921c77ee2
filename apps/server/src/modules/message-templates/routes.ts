import * as templatesApi from '@parley/contract/message-templates';
import type { Database } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { presentTemplate } from './presenter.ts';
import { accountExists, readFetch, readPage } from './queries.ts';

export function registerRoutes(mount: Mount, { database }: { database: Database }): void {
  mount(templatesApi.messageTemplatePage, async ({ caller: { workspaceId }, query }) => {
    const { socialAccountId } = query;
    if (!(await accountExists(database, workspaceId, socialAccountId)))
      throw new AppError('resource.not-found');
    const [{ list, total }, fetch] = await Promise.all([
      readPage(database, workspaceId, query),
      readFetch(database, workspaceId, socialAccountId),
    ]);
    return { list: list.map(presentTemplate), total, fetch };
  });
}
