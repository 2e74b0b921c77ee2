import { config } from '../../config.ts';

export const fan = config;
