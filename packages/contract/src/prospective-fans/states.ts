import { z } from 'zod';

/** `claimed`: a sub-account is handling it. `done`: it became a fan. */
export const prospectiveFanState = z.enum(['open', 'claimed', 'done', 'given-up']);
export type ProspectiveFanState = z.output<typeof prospectiveFanState>;
