import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import type { Tenant } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const tenantId = exampleId('tenant');

const form = {
  name: 'North',
  hosts: ['chat.north.example'],
  brandName: 'North',
  logoFileId: null,
  enabled: true,
  registrationOpen: true,
};
const tenant: Tenant = {
  ...form,
  id: tenantId,
  version: 1,
  logo: null,
  workspaces: 0,
  createdAt: exampleTime(-700),
};

export const examples: ExamplesOf<typeof endpoints> = {
  tenantPage: { query: { pageNo: 1, pageSize: 20, sort: 'name.asc' }, answer: { list: [tenant], total: 1 } },
  exportTenants: { query: { sort: 'name.asc' } },
  createTenant: { body: form, answer: tenant },
  updateTenant: {
    params: { id: tenantId },
    body: { ...form, name: 'North Chat', hosts: [], version: 1 },
    answer: { ...tenant, name: 'North Chat', hosts: [], version: 2 },
  },
  deleteTenant: { params: { id: tenantId }, answer: null },
};
