import { createLocale } from '@parley/ui';
import { render, screen } from '@testing-library/react';
import { ConfigProvider, Form } from 'antd';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import enUS from './locales/en-US.json' with { type: 'json' };
import zhCN from './locales/zh-CN.json' with { type: 'json' };
import { PortFields } from './PortFields.tsx';
import { someSubAccount } from './testing/sub-accounts.ts';

const words = enUS.subAccounts;
const ports = { total: 10, free: 4 };

function show(mode: 'dynamic' | 'fixed', limit: number | null, existing = someSubAccount({ portsTaken: 3 })) {
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': zhCN, 'en-US': enUS }, 'en-US')}>
      <ConfigProvider theme={{ zeroRuntime: true }}>
        <Form initialValues={{ portMode: mode, portLimit: limit }}>
          <PortFields existing={existing} ports={ports} />
        </Form>
      </ConfigProvider>
    </I18nextProvider>,
  );
}
const warning = () => screen.getByRole('status').textContent?.trim();

describe('the limit of ports', () => {
  it.each([
    ['is left empty', 'dynamic', null],
    ['has room in the workspace', 'dynamic', 10],
    ['is as high as what is taken', 'dynamic', 3],
    ['is fixed, which the server checks', 'fixed', 11],
  ] as const)('warns of nothing while it %s', (_, mode, limit) => {
    show(mode, limit);
    expect(warning()).toBe('');
  });

  it('warns of a dynamic limit beyond the ports of the workspace', () => {
    show('dynamic', 11);
    expect(warning()).toBe(words.beyondPorts.replace('{{total}}', '10'));
  });

  it('warns of a limit below the ports in use', () => {
    show('dynamic', 2);
    expect(warning()).toBe(words.belowTaken.replace('{{taken}}', '3'));
  });
});

it('counts a sub-account’s reserved ports as available to it', () => {
  show('fixed', 2, someSubAccount({ portMode: 'fixed', portLimit: 2, status: 'normal' }));
  screen.getByText(words.freePortsBeside.replace('{{free}}', '4').replace('{{own}}', '2'));
});
