import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const translationLine = z.object({
  /** The id for use in `translationMode`. */
  id: z.string(),
  /** The engines in the order in which they are tried. */
  engines: z.array(z.object({ id: z.string(), name: z.string(), resting: z.boolean() })),
});

export const translationLines = endpoint({
  method: 'GET',
  path: '/api/translation/lines',
  audience: ['console', 'desk'],
  summary:
    'The installation’s translation lines, the default first. A resting engine has failed recently and is skipped.',
  answer: z.array(translationLine),
});
