import * as materialsApi from '@parley/contract/materials';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import {
  copyFile,
  type FileAddresses,
  type FilesDeps,
  readCompleteFile,
  uploaderOf,
} from '../files/index.ts';
import { createGroup, deleteGroup, orderGroups, renameGroup } from './groups/service.ts';
import { countUngrouped, readGroups } from './groups/store.ts';
import { createPresenter } from './library/presenter.ts';
import { readBatch, readForDesk, readOne, readPage, readStorage } from './library/queries.ts';
import {
  countUse,
  createMaterial,
  deleteMaterials,
  type MaterialsDeps,
  moveMaterials,
  updateMaterial,
} from './library/service.ts';
import { materialSheet } from './library/spreadsheet.ts';
import { readUsages } from './usages.ts';

type Deps = MaterialsDeps &
  FilesDeps & {
    fileAddresses: FileAddresses;
  };

export function registerRoutes(mount: Mount, deps: Deps): void {
  mountLibrary(mount, deps);
  mountGroups(mount, deps);
  mountDesk(mount, deps);
}

function mountLibrary(mount: Mount, deps: Deps): void {
  const { database, materialUsages } = deps;
  const present = createPresenter(deps.fileAddresses).material;

  mount(materialsApi.materialPage, async ({ caller, query }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query);
    return { list: list.map(present), total };
  });

  mount(materialsApi.exportMaterials, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'materials',
      sheet: materialSheet,
      read: (place) => readBatch(database, caller.workspaceId, { ...query, ...place }),
    });
  });

  mount(materialsApi.getMaterial, async ({ caller, query }) =>
    present(assertFound(await readOne(database, caller.workspaceId, query.materialId), 'material.not-found')),
  );

  mount(materialsApi.createMaterial, async ({ caller, body, origin }) =>
    present(await createMaterial(deps, { workspaceId: caller.workspaceId, origin }, body)),
  );

  mount(materialsApi.updateMaterial, async ({ caller, body, origin }) =>
    present(await updateMaterial(deps, { workspaceId: caller.workspaceId, origin }, body)),
  );

  mount(materialsApi.moveMaterials, async ({ caller, body, origin }) => ({
    changed: await moveMaterials(deps, { workspaceId: caller.workspaceId, origin }, body),
  }));

  mount(materialsApi.deleteMaterials, async ({ caller, body, origin }) => ({
    changed: await deleteMaterials(deps, { workspaceId: caller.workspaceId, origin }, body.ids),
  }));

  mount(materialsApi.materialUsages, async ({ caller, query }) => ({
    list: await readUsages(materialUsages, database, caller.workspaceId, query.ids.split(',')),
  }));
}

function mountGroups(mount: Mount, deps: Deps): void {
  const { database } = deps;

  mount(materialsApi.materialGroups, async ({ caller: { workspaceId } }) => {
    const [list, ungrouped, used] = await Promise.all([
      readGroups(database, workspaceId),
      countUngrouped(database, workspaceId),
      readStorage(database, workspaceId),
    ]);
    return { list, ungrouped, storage: { used, limit: materialsApi.materialLimits.storage } };
  });

  mount(materialsApi.createMaterialGroup, ({ caller, body, origin }) =>
    createGroup(deps, { workspaceId: caller.workspaceId, origin }, body.name),
  );

  mount(materialsApi.renameMaterialGroup, ({ caller, body, origin }) =>
    renameGroup(deps, { workspaceId: caller.workspaceId, origin }, body),
  );

  mount(materialsApi.orderMaterialGroups, async ({ caller, body, origin }) => ({
    changed: await orderGroups(deps, { workspaceId: caller.workspaceId, origin }, body.ids),
  }));

  mount(materialsApi.deleteMaterialGroup, async ({ caller, body, origin }) => ({
    changed: await deleteGroup(deps, { workspaceId: caller.workspaceId, origin }, body.groupId),
  }));
}

function mountDesk(mount: Mount, deps: Deps): void {
  const { database } = deps;
  const present = createPresenter(deps.fileAddresses).inDesk;

  mount(materialsApi.deskMaterials, async ({ caller: { workspaceId }, query }) => {
    const [{ list, more }, groups] = await Promise.all([
      readForDesk(database, workspaceId, query),
      readGroups(database, workspaceId),
    ]);
    return { list: list.map(present), more, groups: groups.map(({ id, name }) => ({ id, name })) };
  });

  mount(materialsApi.attachMaterial, async ({ caller, body }) => {
    const item = assertFound(
      await readOne(database, caller.workspaceId, body.materialId),
      'material.not-found',
    );
    if (item.file === null) throw new AppError('material.has-no-file');
    const source = await readCompleteFile(deps, item.file.id);
    const {
      id: fileId,
      name,
      contentType,
      size,
    } = await copyFile(deps, uploaderOf(caller), source, 'message');
    return { fileId, name, contentType, size };
  });

  mount(materialsApi.countMaterialUse, async ({ caller, body }) => {
    await countUse(deps, caller.workspaceId, body);
    return {};
  });
}
