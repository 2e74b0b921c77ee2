import { tenants } from '@parley/contract/examples';
import * as tenantsApi from '@parley/contract/tenants';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, operator }) {
    const form = { name: 'South', brandName: 'South', hosts: [], logoFileId: null };
    const body = { ...form, enabled: true, registrationOpen: true };
    const { id } = await app.call(tenantsApi.createTenant, { body }, operator);
    return { [tenants.tenantId]: id };
  },
};
