import { measure } from '../../../bench/measure.ts';

measure();
