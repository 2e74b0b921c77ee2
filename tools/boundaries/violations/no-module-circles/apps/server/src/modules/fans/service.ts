import { price } from '../orders/index.ts';

export const fan = price;
