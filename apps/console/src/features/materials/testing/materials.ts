/** The material library of a workspace, in memory. */
import * as materialsApi from '@parley/contract/materials';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import { uploadRoutes } from '../../../lib/testing/uploads.ts';

type Material = materialsApi.Material;

export const someMaterial = (given: Partial<Material> = {}): Material => ({
  id: sampleId(61, 1),
  title: 'Opening hours',
  groupId: null,
  content: { type: 'text', text: 'Hello {{fan|there}}, we are open.' },
  used: 3,
  version: 1,
  updatedAt: sampleTime,
  ...given,
});

export const someImage = (given: Partial<Material> = {}): Material =>
  someMaterial({
    id: sampleId(61, 2),
    title: 'Size chart',
    content: { type: 'image', file: fileOf(sampleId(62, 1), 'sizes.png', 'image/png') },
    ...given,
  });

const fileOf = (id: string, name: string, contentType: string) => ({
  id,
  name,
  contentType,
  size: 48_200,
  url: `/api/files/${id}?expires=1&signature=a`,
});

export type MaterialWorld = {
  materials: Material[];
  groups: { id: string; name: string }[];
  usages: materialsApi.MaterialUsage[];
  /** The number of uploads. */
  files: number;
};

export const materialWorld = (materials = [someMaterial(), someImage()]): MaterialWorld => ({
  materials,
  groups: [{ id: sampleId(63, 1), name: 'Shipping' }],
  usages: [],
  files: 0,
});

function contentOf({ content }: materialsApi.MaterialForm): Material['content'] {
  const file = (id: string) => fileOf(id, 'file.png', 'image/png');
  if (content.type === 'text') return content;
  if (content.type !== 'card') return { type: content.type, file: file(content.fileId) };
  const { pictureFileId, ...card } = content;
  return { ...card, picture: pictureFileId === null ? null : file(pictureFileId) };
}

export const materialRoutes = (world: MaterialWorld): Route[] => [
  ...libraryRoutes(world),
  ...groupRoutes(world),
  ...uploadRoutes(world),
];

function libraryRoutes(world: MaterialWorld): Route[] {
  const named = (id: string) => getItem(world.materials, (one) => one.id === id, 'material.not-found');
  return [
    route(materialsApi.materialPage, ({ query }) =>
      pageOf(
        world.materials.filter(
          ({ title, groupId, content }) =>
            has(title, query.search) &&
            [undefined, content.type].includes(query.type) &&
            [undefined, groupId ?? 'none'].includes(query.group),
        ),
        query,
      ),
    ),
    route(materialsApi.getMaterial, ({ query }) => named(query.materialId)),
    route(materialsApi.createMaterial, ({ body }) => {
      const { title, groupId } = body;
      const id = sampleId(61, world.materials.length + 1);
      const material = someMaterial({ id, title, groupId, content: contentOf(body), used: 0 });
      world.materials.push(material);
      return material;
    }),
    route(materialsApi.updateMaterial, ({ body: { materialId, version, ...form } }) => {
      const material = named(materialId);
      if (material.version !== version) throw new FixtureRefusal('resource.stale');
      const { title, groupId } = form;
      return Object.assign(material, { title, groupId, content: contentOf(form), version: version + 1 });
    }),
    route(materialsApi.moveMaterials, ({ body: { ids, groupId } }) => {
      for (const id of ids) named(id).groupId = groupId;
      return { changed: ids.length };
    }),
    route(materialsApi.deleteMaterials, ({ body: { ids } }) => {
      ids.forEach(named);
      if (world.usages.length > 0) throw new FixtureRefusal('material.in-use', { names: 'When?', usages: 1 });
      world.materials = world.materials.filter(({ id }) => !ids.includes(id));
      return { changed: ids.length };
    }),
    route(materialsApi.materialUsages, () => ({ list: world.usages })),
  ];
}

function groupRoutes(world: MaterialWorld): Route[] {
  const countOf = (group: string | null) => world.materials.filter(({ groupId }) => groupId === group).length;
  const present = ({ id, name }: { id: string; name: string }) => ({ id, name, materials: countOf(id) });
  const named = (id: string) => getItem(world.groups, (one) => one.id === id, 'material.group-not-found');
  return [
    route(materialsApi.materialGroups, () => ({
      list: world.groups.map(present),
      ungrouped: countOf(null),
      storage: { used: 48_200, limit: materialsApi.materialLimits.storage },
    })),
    route(materialsApi.createMaterialGroup, ({ body: { name } }) => {
      if (world.groups.some((one) => one.name === name))
        throw new FixtureRefusal('material-group.name-taken');
      const group = { id: sampleId(63, world.groups.length + 1), name };
      world.groups.push(group);
      return present(group);
    }),
    route(materialsApi.renameMaterialGroup, ({ body: { groupId, name } }) =>
      present(Object.assign(named(groupId), { name })),
    ),
    route(materialsApi.orderMaterialGroups, ({ body: { ids } }) => {
      world.groups = ids.map(named);
      return { changed: ids.length };
    }),
    route(materialsApi.deleteMaterialGroup, ({ body: { groupId } }) => {
      const changed = countOf(named(groupId).id);
      for (const material of world.materials) if (material.groupId === groupId) material.groupId = null;
      world.groups = world.groups.filter(({ id }) => id !== groupId);
      return { changed };
    }),
  ];
}
