import { choice } from '../../entities/fans/choice.ts';
import { call } from '@parley/api-client';
import { panel } from '../../ui/panel.ts';
import { row } from './row.ts';

export const fans = { call, panel, row };

export const chosen = choice;
