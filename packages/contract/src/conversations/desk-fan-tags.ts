import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fanTag } from '../fan-tags/endpoints.ts';

/** Maximum number of tags in the desk's filter. */
export const maxFilterTags = 20;

/** A tag for agents to choose, with the number of open conversations with fans who have it, counted up to `maxCounted`. */
export const deskFanTag = fanTag.pick({ id: true, name: true, colour: true }).extend({ open: z.int() });
export type DeskFanTag = z.output<typeof deskFanTag>;

export const deskFanTags = endpoint({
  method: 'GET',
  path: '/api/desk/fanTags',
  audience: ['desk'],
  summary: 'The tags of this sub-account’s fans, sorted by name. At most 200.',
  answer: z.object({ list: z.array(deskFanTag) }),
  rateLimit: { max: 120, windowSeconds: 60, per: 'session' },
});
