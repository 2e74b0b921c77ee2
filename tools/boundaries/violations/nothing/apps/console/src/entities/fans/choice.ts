import { panel } from '../../ui/panel.ts';

export const choice = panel;
