import { shape } from '../../../../../packages/contract/src/inner.ts';

export const fan = shape;
