import { describe, expect, it } from 'vitest';
import { blank, formFrom, valuesOf } from './share-values.ts';

const a = { id: 'a', name: 'Spring' };
const b = { id: 'b', name: 'Summer' };

describe('formFrom', () => {
  it('sends all social accounts as null, and chosen ones by their ids', () => {
    const values = { ...blank([a, b]), title: ' Spring ', accounts: { a: [], b: ['x'] } };
    expect(formFrom(values)).toMatchObject({
      title: 'Spring',
      orders: [
        { workOrderId: 'a', socialAccountIds: null },
        { workOrderId: 'b', socialAccountIds: ['x'] },
      ],
    });
  });

  it('sends no password for a public link, or when the current one is kept', () => {
    expect(formFrom({ ...blank([a]), access: 'public', password: 'kite42' }).password).toBeNull();
    expect(formFrom(blank([a])).password).toBeNull();
    expect(formFrom({ ...blank([a]), password: 'kite42' }).password).toBe('kite42');
  });

  it('sends no days for an unlimited link', () => {
    expect(formFrom({ ...blank([a]), validity: 'unlimited' }).validDays).toBeNull();
    expect(formFrom(blank([a])).validDays).toBe(30);
  });

  it('sends a share back as it is', () => {
    const share = {
      id: 's',
      title: 'Spring',
      path: '/workOrder/share?share=x',
      access: 'public' as const,
      status: 'enabled' as const,
      validDays: null,
      fanNames: 'masked' as const,
      chatHistory: true,
      orders: [{ workOrderId: 'a', name: 'A', platform: 'telegram' as const, socialAccountIds: ['x'] }],
      sharedAt: 0,
      expiresAt: null,
      opens: 0,
      lastOpenedAt: null,
      version: 1,
    };
    expect(formFrom(valuesOf(share))).toEqual({
      title: 'Spring',
      access: 'public',
      validDays: null,
      fanNames: 'masked',
      chatHistory: true,
      password: null,
      orders: [{ workOrderId: 'a', socialAccountIds: ['x'] }],
    });
  });
});
