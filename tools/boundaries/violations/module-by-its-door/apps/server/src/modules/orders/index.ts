export { price } from './service.ts';
