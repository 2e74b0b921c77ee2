import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import type { Material } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const materialId = exampleId('material');
export const materialGroupId = exampleId('material-group');
const requestId = exampleId('material-use');

const form = {
  title: 'Opening hours',
  groupId: materialGroupId,
  content: { type: 'text' as const, text: 'Hello {{fan|there}}, we are open from nine to five.' },
};
const material: Material = { id: materialId, ...form, used: 4, version: 1, updatedAt: exampleTime(-60) };
const photo: Material = {
  id: exampleId('photo'),
  title: 'Size chart',
  groupId: null,
  content: {
    type: 'image',
    file: {
      id: exampleId('file'),
      name: 'sizes.png',
      contentType: 'image/png',
      size: 48_200,
      url: `/api/files/${exampleId('file')}?expires=1772456400&signature=0m3Jq5s`,
    },
  },
  used: 12,
  version: 2,
  updatedAt: exampleTime(-30),
};
const group = { id: materialGroupId, name: 'Shipping', materials: 1 };
const { used: _used, version: _version, updatedAt: _updatedAt, ...inDesk } = material;
const usage = {
  materialId,
  kind: 'keyword-reply' as const,
  id: exampleId('keyword-reply'),
  name: 'Opening hours',
};

export const examples: ExamplesOf<typeof endpoints> = {
  materialPage: {
    query: {
      pageNo: 1,
      pageSize: 20,
      search: 'size',
      type: 'image',
      group: materialGroupId,
      media: 'true',
      sort: 'used.desc',
    },
    answer: { list: [{ ...photo, groupId: materialGroupId }], total: 1 },
  },
  exportMaterials: { query: { search: 'size', type: 'image', group: materialGroupId, sort: 'used.desc' } },
  getMaterial: { query: { materialId }, answer: material },
  createMaterial: {
    body: { ...form, title: 'Opening times' },
    answer: { ...material, title: 'Opening times' },
  },
  updateMaterial: {
    body: { materialId, version: 1, ...form },
    answer: { ...material, version: 2, updatedAt: exampleTime() },
  },
  moveMaterials: { body: { ids: [materialId], groupId: materialGroupId }, answer: { changed: 1 } },
  deleteMaterials: { body: { ids: [materialId] }, answer: { changed: 1 } },
  materialUsages: { query: { ids: materialId }, answer: { list: [usage] } },
  materialGroups: {
    answer: { list: [group], ungrouped: 1, storage: { used: 48_200, limit: 2_147_483_648 } },
  },
  createMaterialGroup: { body: { name: 'Sizes' }, answer: { ...group, name: 'Sizes', materials: 0 } },
  renameMaterialGroup: {
    body: { groupId: materialGroupId, name: 'Delivery' },
    answer: { ...group, name: 'Delivery' },
  },
  orderMaterialGroups: { body: { ids: [materialGroupId] }, answer: { changed: 1 } },
  deleteMaterialGroup: { body: { groupId: materialGroupId }, answer: { changed: 1 } },
  deskMaterials: {
    query: { search: 'hours', type: 'text', group: materialGroupId },
    answer: { list: [inDesk], more: false, groups: [{ id: materialGroupId, name: 'Shipping' }] },
  },
  attachMaterial: {
    body: { materialId },
    answer: { fileId: exampleId('attached-file'), name: 'sizes.png', contentType: 'image/png', size: 48_211 },
  },
  countMaterialUse: { body: { materialId, requestId }, answer: {} },
};
