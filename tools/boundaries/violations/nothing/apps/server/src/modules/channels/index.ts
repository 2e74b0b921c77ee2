export { channels } from './service.ts';
