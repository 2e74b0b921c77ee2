/** The unit of isolation: everything that one owner has. */
export { createWorkspace } from './store.ts';
