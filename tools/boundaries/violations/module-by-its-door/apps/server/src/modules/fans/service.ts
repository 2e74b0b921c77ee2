import { price } from '../orders/service.ts';

export const fan = price;
