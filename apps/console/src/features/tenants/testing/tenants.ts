/** The tenants of an installation. */
import * as tenantsApi from '@parley/contract/tenants';
import { FixtureRefusal, getItem, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type TenantWorld = { tenants: tenantsApi.Tenant[] };

export const someTenant = (given: Partial<tenantsApi.Tenant> = {}): tenantsApi.Tenant => ({
  id: sampleId(17, 1),
  version: 1,
  name: 'Lugo',
  hosts: ['chat.lugo.example'],
  brandName: 'Lugo Chat',
  logoFileId: null,
  logo: null,
  enabled: true,
  registrationOpen: true,
  workspaces: 0,
  createdAt: sampleTime,
  ...given,
});

export function tenantRoutes(world: TenantWorld): Route[] {
  return [
    route(tenantsApi.tenantPage, ({ query }) => pageOf(world.tenants, query)),
    route(tenantsApi.createTenant, ({ body }) => {
      const made = someTenant({ ...body, id: sampleId(17, 10 + world.tenants.length) });
      world.tenants.push(made);
      return made;
    }),
    route(tenantsApi.updateTenant, ({ params, body }) => {
      const one = getItem(world.tenants, ({ id }) => id === params.id);
      if (one.version !== body.version) throw new FixtureRefusal('resource.stale');
      return Object.assign(one, body, { version: one.version + 1 });
    }),
    route(tenantsApi.deleteTenant, ({ params }) => {
      world.tenants = world.tenants.filter(({ id }) => id !== params.id);
      return null;
    }),
  ];
}
