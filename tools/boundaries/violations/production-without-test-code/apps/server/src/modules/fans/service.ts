import { fakeFans } from './fakes.ts';

export const fans = fakeFans;
