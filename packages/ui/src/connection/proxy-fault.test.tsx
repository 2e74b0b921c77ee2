import { interfaceLanguages } from '@parley/contract';
import { proxyFaults } from '@parley/contract/proxies';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { useProxyFault } from './proxy-fault.ts';

function Fault({ text }: { text: string }) {
  return <p>{useProxyFault()(text) ?? 'in somebody’s words'}</p>;
}

function shown(language: (typeof interfaceLanguages)[number], text: string): string {
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, language)}>
      <Fault text={text} />
    </I18nextProvider>,
  );
  const said = screen.getByRole('paragraph').textContent;
  cleanup();
  return said;
}

describe.each(interfaceLanguages)('in %s', (language) => {
  it('every fault has its own sentence', () => {
    const sentences = proxyFaults.map((fault) => shown(language, fault));
    expect(new Set(sentences).size).toBe(proxyFaults.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/proxyFault|somebody|proxy-|check-/);
  });
});

it('appends the remote message to the sentence, on one line', () => {
  expect(shown('en-US', 'proxy-login: 407 Who\nare you: you?')).toBe(
    'The proxy rejected the user name or password: 407 Who are you: you?',
  );
  expect(shown('zh-CN', 'proxy-silent: 10 s')).toBe('代理未及时响应：10 s');
});

it.each(['', 'ECONNREFUSED', 'proxy-unknown', 'proxy-login:', 'a proxy-login: 407', 'interrupted'])(
  '“%s” is foreign text',
  (text) => {
    expect(shown('en-US', text)).toBe('in somebody’s words');
  },
);
