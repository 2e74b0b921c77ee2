/** Groups of materials, in the owner's order. A material belongs to at most one. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { batchAnswer, id, nameText } from '../values.ts';
import { materialLimits } from './endpoints.ts';

const materialGroup = z.object({
  id,
  name: z.string(),
  /** The number of its materials. */
  materials: z.int(),
});
export type MaterialGroup = z.output<typeof materialGroup>;

export const materialGroups = endpoint({
  method: 'GET',
  path: '/api/user/materialGroup/list',
  audience: ['console'],
  summary: 'The groups in order, the number of materials without a group, and the storage used by files.',
  answer: z.object({
    list: z.array(materialGroup),
    ungrouped: z.int(),
    /** Bytes used by files, and the limit. */
    storage: z.object({ used: z.int(), limit: z.int() }),
  }),
});

export const materialGroupName = nameText(materialLimits.groupName);
const groupErrors = ['material-group.name-taken'] as const;

export const createMaterialGroup = endpoint({
  method: 'POST',
  path: '/api/user/materialGroup/create',
  audience: ['console'],
  summary: 'Adds a group at the end. Names must differ in more than case.',
  body: z.strictObject({ name: materialGroupName }),
  answer: materialGroup,
  errors: [...groupErrors, 'material-group.too-many'],
  audit: 'material-group.created',
});

export const renameMaterialGroup = endpoint({
  method: 'PUT',
  path: '/api/user/materialGroup/rename',
  audience: ['console'],
  summary: 'Renames a group.',
  body: z.strictObject({ groupId: id, name: materialGroupName }),
  answer: materialGroup,
  errors: [...groupErrors, 'material.group-not-found'],
  audit: 'material-group.changed',
});

export const orderMaterialGroups = endpoint({
  method: 'PUT',
  path: '/api/user/materialGroup/order',
  audience: ['console'],
  summary:
    'Orders the groups. Fails unless it names each group once, as when another user has changed them since.',
  body: z.strictObject({ ids: z.array(id).min(1).max(materialLimits.groups) }),
  answer: batchAnswer,
  errors: ['material.group-not-found', 'resource.stale'],
  audit: 'material-group.ordered',
});

export const deleteMaterialGroup = endpoint({
  method: 'POST',
  path: '/api/user/materialGroup/delete',
  audience: ['console'],
  summary: 'Deletes a group. Its materials stay without a group: `changed` is their number.',
  body: z.strictObject({ groupId: id }),
  answer: batchAnswer,
  errors: ['material.group-not-found'],
  audit: 'material-group.deleted',
});
