/** Serves several brands on one installation, each with its own users and settings. Disabled unless TENANTS is on. */
export { registerRoutes } from './routes.ts';
export { createTenants, type TenantBrand, type Tenants } from './service.ts';
