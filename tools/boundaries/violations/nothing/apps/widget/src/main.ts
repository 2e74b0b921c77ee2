import type { Shape } from '@parley/contract';

export const shape: Shape = { inner: 'x' };
