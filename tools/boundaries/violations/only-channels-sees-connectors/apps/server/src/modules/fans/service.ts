import { telegram } from '@parley/connectors';

export const fan = telegram;
