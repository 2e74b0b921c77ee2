/** The unit of isolation: everything that one owner has. */
export { countWorkspaces, createWorkspace, tenantOf, workspacesOf } from './store.ts';
