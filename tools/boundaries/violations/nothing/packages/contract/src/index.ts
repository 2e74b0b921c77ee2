import { z } from 'zod';
import { inner } from './inner.ts';

export const shape = z.object({ inner: z.literal(inner) });
export type Shape = { inner: string };
