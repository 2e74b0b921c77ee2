import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { useConversationTitle } from './use-conversation-title.ts';

type Titled = Parameters<ReturnType<typeof useConversationTitle>>[0];

function Title({ of }: { of: Titled }) {
  return <h2>{useConversationTitle()(of)}</h2>;
}

const visitor = '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2';

it.each<[string, 'zh-CN' | 'en-US', Titled, string]>([
  ['an unnamed visitor', 'en-US', { title: visitor, named: false }, 'Visitor 0BB2'],
  ['an unnamed visitor', 'zh-CN', { title: visitor, named: false }, '访客 0BB2'],
  ['a visitor with a name', 'zh-CN', { title: 'Visitor 7', named: true }, 'Visitor 7'],
  ['a visitor with an alias', 'zh-CN', { title: visitor, named: false, alias: 'Marta' }, 'Marta'],
  ['an address', 'zh-CN', { title: 'ana@chat.example', named: true }, 'ana@chat.example'],
  ['a hostile name', 'en-US', { title: 'a\u202Eb\nc', named: true }, 'ab c'],
])('%s in %s', (_, language, of, shown) => {
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, language)}>
      <Title of={of} />
    </I18nextProvider>,
  );
  expect(screen.getByRole('heading').textContent).toBe(shown);
});
