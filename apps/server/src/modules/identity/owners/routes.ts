import * as operatorApi from '@parley/contract/operator';
import type { Mount } from '../../../base/http/mount.ts';
import { originOf } from '../../../base/http/origin.ts';
import { exportSpreadsheet } from '../../audit/index.ts';
import { readOwnerBatch, readOwners } from './queries.ts';
import { disableOwner, enableOwner, type OwnersDeps, resetTwoFactor } from './service.ts';
import { ownerSheet } from './spreadsheet.ts';

export function registerRoutes(mount: Mount, deps: OwnersDeps): void {
  mount(operatorApi.ownerPage, ({ query }) => readOwners(deps.database, query));
  mount(operatorApi.exportOwners, (request) =>
    exportSpreadsheet(deps, request, {
      object: 'owners',
      timeZone: 'UTC',
      sheet: ownerSheet,
      read: (place) => readOwnerBatch(deps.database, { ...request.query, ...place }),
    }),
  );
  mount(operatorApi.disableOwner, async ({ params, body, request }) => {
    const { userId } = params;
    await disableOwner(deps, { userId, reason: body.reason }, originOf(request));
    return null;
  });
  mount(operatorApi.resetOwnerTwoFactor, async ({ params, language, origin }) => {
    await resetTwoFactor(deps, params.userId, { language, origin });
    return null;
  });
  mount(operatorApi.enableOwner, async ({ params, request }) => {
    await enableOwner(deps, params.userId, originOf(request));
    return null;
  });
}
