export { translation } from './service.ts';
