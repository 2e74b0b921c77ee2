import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, nameText, page, pageQuery, sortBy, time } from '../values.ts';

export const __noun__ = z.object({ id, name: z.string(), createdAt: time });
export type __Noun__ = z.output<typeof __noun__>;

/** The columns that the list can be sorted by. */
export const __noun__Sort = sortBy(['name', 'createdAt']);
export type __Noun__Sort = z.output<typeof __noun__Sort>;

export const __noun__Page = endpoint({
  method: 'GET',
  path: '/api/user/__noun__/page',
  audience: ['console'],
  summary: 'The workspace’s __plain nouns__, newest first unless sorted.',
  query: z.strictObject({ ...pageQuery, sort: __noun__Sort.default('createdAt.desc') }),
  answer: page(__noun__),
});

export const __noun__Form = z.strictObject({ name: nameText(50) });

export const create__Noun__ = endpoint({
  method: 'POST',
  path: '/api/user/__noun__/create',
  audience: ['console'],
  summary: 'Creates a __plain noun__. Its name is unique in the workspace.',
  body: __noun__Form,
  answer: __noun__,
  errors: ['__kebab-noun__.name-taken'],
  audit: { none: 'Say here why not, or which action of audit/actions.ts its handler records.' },
});
