import { config } from '../../config.ts';

export const url = config;
