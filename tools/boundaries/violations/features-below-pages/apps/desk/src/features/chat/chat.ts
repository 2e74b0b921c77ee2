import { home } from '../../pages/home/home.ts';

export const chat = home;
