/** Brands on one installation, each with users and settings of its own. Off unless TENANTS is on. */
export { registerRoutes } from './routes.ts';
export { createTenants, type TenantBrand, type Tenants } from './service.ts';
