import { zone } from '../config.ts';

export const defaultZone = zone;
