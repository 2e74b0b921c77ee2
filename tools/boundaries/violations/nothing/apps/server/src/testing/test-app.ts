import { engine } from '@parley/engines';
import { app } from '../app.ts';

export const testApp = [app, engine];
