/** The material library as agents see it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../values.ts';
import { material, materialPage } from './endpoints.ts';

/** The most that a desk is shown for one search. */
export const deskMaterialLimit = 100;

const deskMaterial = material.pick({ id: true, title: true, groupId: true, content: true });
export type DeskMaterial = z.output<typeof deskMaterial>;

export const deskMaterials = endpoint({
  method: 'GET',
  path: '/api/desk/materials',
  audience: ['desk'],
  summary: `Up to ${deskMaterialLimit} materials, by title: those whose titles begin with \`search\` first, then those whose titles, texts or files contain it. All groups, in the owner’s order.`,
  query: materialPage.query.pick({ search: true, type: true, group: true }),
  answer: z.object({
    list: z.array(deskMaterial),
    /** There are more than were answered. */
    more: z.boolean(),
    groups: z.array(z.object({ id, name: z.string() })),
  }),
});

export const countMaterialUse = endpoint({
  method: 'POST',
  path: '/api/desk/materials/use',
  audience: ['desk'],
  summary: 'Counts that an agent has picked a material; once for each `requestId`.',
  body: z.strictObject({ materialId: id, requestId: id }),
  answer: z.object({}),
  errors: ['material.not-found', 'material.request-id-taken'],
  audit: { none: 'A count of what agents pick; it changes no data of theirs.' },
});
