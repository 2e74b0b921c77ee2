import * as api from '@parley/contract/split-links';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { UnreadableWorkbook } from '../../../base/spreadsheet/read-workbook.ts';
import { exportSpreadsheet } from '../../audit/index.ts';
import { type FilesDeps, openFile } from '../../files/index.ts';
import { countLinks } from '../queries.ts';
import type { SplitLinksDeps } from '../service.ts';
import { findTakenNames } from '../store.ts';
import { readFileLines } from './read-file.ts';
import { createSplitLinks, readBatch } from './service.ts';
import { linkSheet } from './spreadsheet.ts';

export type BulkRouteDeps = FilesDeps & Pick<SplitLinksDeps, 'clock'>;

/** Adds the short link's URL, which depends on the host at which the console was opened. */
export type WithUrl = <Item extends { code: string; domain: string | null }>(
  item: Item,
  request: FastifyRequest,
) => Item & { url: string };

export function registerBulkRoutes(mount: Mount, deps: BulkRouteDeps, withUrl: WithUrl): void {
  const { database } = deps;

  mount(api.checkSplitLinkNames, async ({ caller: { workspaceId }, body: { names } }) => {
    return {
      taken: await findTakenNames(database, workspaceId, names),
      left: Math.max(0, api.splitLinkLimits.workspace - (await countLinks(database, workspaceId))),
    };
  });

  mount(api.readSplitLinkFile, async ({ caller: { workspaceId }, body: { fileId } }) => {
    const { file, onDisk } = await openFile(deps, workspaceId, { fileId, purpose: 'split-links' });
    await using opened = onDisk;
    return readFileLines(opened, file.contentType).catch((error: unknown) => {
      throw error instanceof UnreadableWorkbook
        ? new AppError('split-link.file-unreadable', { cause: error })
        : error;
    });
  });

  mount(api.createSplitLinks, async ({ caller: { workspaceId }, body, origin, request }) => {
    const list = await createSplitLinks(deps, { workspaceId, origin }, body);
    return { list: list.map((item) => withUrl(item, request)) };
  });

  mount(api.exportSplitLinks, async (input) => {
    const { caller, query, request } = input;
    const items = await readBatch(deps, caller.workspaceId, query.batchId);
    return exportSpreadsheet(deps, input, {
      object: 'split-links',
      sheet: linkSheet,
      read: async () => ({ list: items.map((item) => withUrl(item, request)), nextCursor: null }),
    });
  });
}
