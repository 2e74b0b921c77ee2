/** The unit of isolation: everything that one owner has. */
export { countWorkspaces, createWorkspace, portsOf, setPorts, tenantOf, workspacesOf } from './store.ts';
