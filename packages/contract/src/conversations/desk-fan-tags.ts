import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fanTag } from '../fan-tags/endpoints.ts';

/** The most tags that the desk's list is filtered by. */
export const mostFilterTags = 20;

/** A tag as agents choose it: with how many open conversations are of fans who have it, as far as `mostCounted`. */
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
