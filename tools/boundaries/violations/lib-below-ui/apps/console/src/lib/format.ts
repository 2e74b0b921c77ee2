import { panel } from '../ui/panel.ts';

export const format = panel;
