/** The material library as shown to agents. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../values.ts';
import { material, materialPage } from './endpoints.ts';

/** Maximum number of results per search in a desk. */
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
    /** True if there are more results. */
    more: z.boolean(),
    groups: z.array(z.object({ id, name: z.string() })),
  }),
});

export const countMaterialUse = endpoint({
  method: 'POST',
  path: '/api/desk/materials/use',
  audience: ['desk'],
  summary: 'Counts an agent’s use of a material, once per `requestId`.',
  body: z.strictObject({ materialId: id, requestId: id }),
  answer: z.object({}),
  errors: ['material.not-found', 'material.request-id-taken'],
  audit: { none: 'A count of what agents pick; it changes no data of theirs.' },
});

export const attachMaterial = endpoint({
  method: 'POST',
  path: '/api/desk/materials/attach',
  audience: ['desk'],
  summary:
    'Copies a material’s file, or its card’s picture, for a message of this agent, as if uploaded for it: the message keeps the copy when the material changes or is deleted.',
  body: z.strictObject({ materialId: id }),
  answer: z.object({
    fileId: id,
    name: z.string(),
    contentType: z.string(),
    /** In bytes. */
    size: z.int(),
  }),
  errors: ['material.not-found', 'material.has-no-file', 'file.too-many'],
  rateLimit: { max: 120, windowSeconds: 600, per: 'session' },
  audit: { none: 'A file alone does nothing; the message that it is sent with is the record.' },
});
