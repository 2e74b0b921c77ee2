import { menu } from '../../app/menu.ts';

export const home = menu;
