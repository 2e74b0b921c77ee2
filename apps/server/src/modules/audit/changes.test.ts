import { expect, it } from 'vitest';
import { changesOf, pictureChange } from './changes.ts';

it('returns changed values before and after, and leaves out unchanged ones', () => {
  const before = { name: 'A', shown: true, hosts: ['a', 'b'], ends: null, same: 1 };
  const after = { name: 'B', shown: false, hosts: ['a'], ends: new Date(0), same: 1 };
  expect(changesOf(before, after)).toEqual({
    'name.before': 'A',
    'name.after': 'B',
    'shown.before': true,
    'shown.after': false,
    'hosts.before': 'a, b',
    'hosts.after': 'a',
    'ends.before': null,
    'ends.after': '1970-01-01T00:00:00.000Z',
  });
  expect(changesOf({}, { name: undefined })).toEqual({});
});

it('compares whole texts and cuts them to 200 code points', () => {
  const [was, is] = ['😀'.repeat(300), `${'😀'.repeat(299)}x`];
  const cut = `${'😀'.repeat(200)}…`;
  expect(changesOf({ text: was }, { text: is })).toEqual({ 'text.before': cut, 'text.after': cut });
});

it('copies no personal data, no texts for customers and no login', () => {
  const before = { phone: '+34 600', address: '', introduction: 'Me', proxyUserName: 'ana', country: 'ES' };
  const after = {
    phone: '+34 601',
    address: 'Calle 1',
    introduction: '',
    proxyUserName: 'ana',
    country: 'PT',
  };
  expect(changesOf(before, after)).toEqual({
    phone: 'replaced',
    address: 'added',
    introduction: 'removed',
    'country.before': 'ES',
    'country.after': 'PT',
  });
});

it.each([
  [null, 'a', { logo: 'added' }],
  ['a', 'b', { logo: 'replaced' }],
  ['a', null, { logo: 'removed' }],
  ['a', 'a', {}],
])('describes the change of a picture: %s, then %s', (before, after, details) => {
  expect(pictureChange('logo', before, after)).toEqual(details);
});
