import type { ExamplesOf } from '../example.ts';
import type * as endpoints from './index.ts';

const clients = {
  clientMinimumVersion: '1.2.3',
  clientDownload: { windows: 'https://example.com/parley.exe', macos: null },
};
const form = { version: 0, brandName: 'Parley', logoFileId: null, ...clients, registrationOpen: true };

export const examples: ExamplesOf<typeof endpoints> = {
  getSystemConfig: {
    answer: {
      brand: { name: 'Parley', logo: null },
      ...clients,
      demoMode: false,
      tenants: false,
      tenantId: null,
      registrationOpen: true,
      customer: { account: '@parley_support', path: 'https://t.me/parley_support' },
    },
  },
  operatorSystemConfig: { answer: { ...form, logo: null } },
  setSystemConfig: { body: form, answer: { ...form, version: 1, logo: null } },
};
