/** Unseen alerts of sensitive-word rules. Separate from the rest, because every page counts them. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Unseen alerts are counted up to this number. */
export const sensitiveWordAlertLimit = 100;

export const countSensitiveWordAlerts = endpoint({
  method: 'GET',
  path: '/api/user/sensitiveWord/alert/count',
  audience: ['console'],
  summary: 'The workspace’s alerts that no console has shown yet, at most 100.',
  answer: z.object({ unseen: z.int() }),
});

export const seeSensitiveWordAlerts = endpoint({
  method: 'POST',
  path: '/api/user/sensitiveWord/alert/seen',
  audience: ['console'],
  summary: 'Marks all alerts up to now as seen, for all consoles of the workspace.',
  answer: z.object({ changed: z.int() }),
  allowedInDemo: true,
  audit: { none: 'Moves a mark of what has been seen.' },
});
