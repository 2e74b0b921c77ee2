import { render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { AuthorLabel } from './AuthorLabel.tsx';

const shop = { name: 'Night shift', isOwners: false };
const owners = { name: 'default', isOwners: true };

it.each([
  ['Ana', undefined, 'Ana'],
  ['Ana', shop, 'Ana · Night shift'],
  [null, shop, 'Night shift'],
  ['Lena', owners, 'Lena · Owner'],
  [null, owners, 'Owner'],
  ['Ana\u202E', undefined, 'Ana'],
  [null, undefined, undefined],
])('names %s of %o as %s', (name, subAccount, expected) => {
  const i18n = createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US');
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <AuthorLabel name={name} subAccount={subAccount} />
    </I18nextProvider>,
  );
  expect(container.querySelector('.chat-author')?.lastChild?.textContent).toBe(expected);
});
