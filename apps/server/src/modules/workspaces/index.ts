/** Workspaces, the unit of isolation: everything that one owner has. */
export { registerRoutes } from './routes.ts';
export { calendarOf, knownTimeZone } from './service.ts';
export {
  countWorkspaces,
  createWorkspace,
  fanSettingsOf,
  inactiveDaysOf,
  lockWorkspace,
  portsOf,
  setFanSettings,
  setInactiveDays,
  setPorts,
  tenantOf,
  workspacesOf,
} from './store.ts';
