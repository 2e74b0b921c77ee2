import { expect, it } from 'vitest';
import type { z } from 'zod';
import { splitLinkForm } from './endpoints.ts';

type Form = z.input<typeof splitLinkForm>;
const form: Form = {
  name: 'Spring',
  platform: 'telegram',
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  defaultUrl: null,
  pageText: '',
  remark: '',
  expiresAt: null,
  targets: [{ url: 'https://t.me/ana' }, { url: 'https://t.me/ben' }],
};

it('accepts links of the platform', () => {
  expect(splitLinkForm.safeParse(form)).toMatchObject({ success: true });
});

it.each<[string, Partial<Form>, string]>([
  ['a link of another platform', { targets: [{ url: 'https://wa.me/1' }] }, 'targets.0.url'],
  ['a link twice', { targets: [{ url: 'https://t.me/a' }, { url: 'https://t.me/a' }] }, 'targets.1.url'],
  ['no link', { targets: [] }, 'targets'],
  ['a script as default address', { defaultUrl: 'javascript:alert(1)' }, 'defaultUrl'],
])('refuses %s', (_what, changes, field) => {
  const { error } = splitLinkForm.safeParse({ ...form, ...changes });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
});
