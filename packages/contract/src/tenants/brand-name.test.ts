import { expect, it } from 'vitest';
import { systemConfigForm } from '../settings/endpoints.ts';
import { createTenant } from './endpoints.ts';

it.each([
  [50, true],
  [51, false],
])('judges a brand name of %i characters alike for an installation and a tenant', (length, isAccepted) => {
  for (const { brandName } of [systemConfigForm.shape, createTenant.body.shape])
    expect(brandName.safeParse('x'.repeat(length)).success).toBe(isAccepted);
});
