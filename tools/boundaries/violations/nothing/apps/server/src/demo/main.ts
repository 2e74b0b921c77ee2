import { app } from '../app.ts';
import { robot } from './testing/robot.ts';

app(robot);
