export { shape } from './inner.ts';
