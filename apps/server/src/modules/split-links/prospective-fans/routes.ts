import * as api from '@parley/contract/prospective-fans';
import type { Mount } from '../../../base/http/mount.ts';
import { exportSpreadsheet } from '../../audit/index.ts';
import { presentForDesk, presentProspectiveFan } from './presenter.ts';
import { countOpen, readForDesk, readForOwner, readLinks } from './queries.ts';
import * as service from './service.ts';
import { prospectiveFanSheet } from './spreadsheet.ts';

export function registerProspectiveFans(mount: Mount, deps: service.ProspectiveFanDeps): void {
  mountForDesks(mount, deps);
  mountForOwners(mount, deps);
}

function mountForDesks(mount: Mount, deps: service.ProspectiveFanDeps): void {
  const { database } = deps;

  mount(api.deskProspectiveFans, async ({ caller, query }) => {
    const { list, nextCursor } = await readForDesk(database, caller, query);
    return { list: list.map((item) => presentForDesk(item, caller.subAccountId)), nextCursor };
  });

  mount(api.countDeskProspectiveFans, ({ caller }) => countOpen(database, caller));

  mount(api.deskProspectiveFanLinks, ({ caller, query }) => readLinks(database, caller, query.search));

  mount(api.claimProspectiveFan, async ({ caller, params, body, origin }) => {
    const wanted = { id: params.prospectiveFanId, authorName: body.authorName ?? null };
    const item = await service.act(deps, caller, { ...wanted, act: { kind: 'claim' } }, origin);
    return presentForDesk(item, caller.subAccountId);
  });

  mount(api.finishProspectiveFan, async ({ caller, params, body, origin }) => {
    const wanted = { id: params.prospectiveFanId, authorName: body.authorName ?? null };
    const act = { kind: 'done', conversationId: body.conversationId } as const;
    return presentForDesk(await service.act(deps, caller, { ...wanted, act }, origin), caller.subAccountId);
  });

  mount(api.giveUpProspectiveFan, async ({ caller, params, body, origin }) => {
    const wanted = { id: params.prospectiveFanId, authorName: body.authorName ?? null };
    const act = { kind: 'give-up', reason: body.reason } as const;
    return presentForDesk(await service.act(deps, caller, { ...wanted, act }, origin), caller.subAccountId);
  });

  mount(api.reopenProspectiveFan, async ({ caller, params, origin }) => {
    const wanted = { id: params.prospectiveFanId, authorName: null, act: { kind: 'reopen' } } as const;
    return presentForDesk(await service.act(deps, caller, wanted, origin), caller.subAccountId);
  });

  mount(api.noteProspectiveFan, async ({ caller, params, body, origin }) => {
    const item = await service.setNote(deps, caller, { id: params.prospectiveFanId, ...body }, origin);
    return presentForDesk(item, caller.subAccountId);
  });
}

function mountForOwners(mount: Mount, deps: service.ProspectiveFanDeps): void {
  const { database } = deps;

  mount(api.prospectiveFanPage, async ({ caller: { workspaceId }, query }) => {
    const { list, nextCursor } = await readForOwner(database, workspaceId, query);
    return { list: list.map(presentProspectiveFan), nextCursor };
  });

  mount(api.setProspectiveFanState, async ({ caller: { workspaceId }, body, origin }) => ({
    changed: await service.setStates(deps, { workspaceId, origin }, body),
  }));

  mount(api.deleteProspectiveFans, async ({ caller: { workspaceId }, body, origin }) => ({
    changed: await service.deleteProspectiveFans(deps, { workspaceId, origin }, body.ids),
  }));

  mount(api.exportProspectiveFans, (request) =>
    exportSpreadsheet(deps, request, {
      object: 'prospective-fans',
      sheet: prospectiveFanSheet,
      read: (place) => readForOwner(database, request.caller.workspaceId, { ...request.query, ...place }),
    }),
  );
}
