import { render, screen } from '@testing-library/react';
import { Select } from 'antd';
import { expect, it } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import { useAllowClear } from './use-allow-clear.tsx';

function Choice() {
  return <Select allowClear={useAllowClear()} value="a" options={[{ value: 'a', label: 'A' }]} />;
}

it('names the button that clears a select in the interface language', () => {
  const i18n = createLocale({ 'zh-CN': {}, 'en-US': {} }, 'zh-CN');
  render(
    <UiProvider i18n={i18n} storage={localStorage}>
      <Choice />
    </UiProvider>,
  );
  expect(screen.getByLabelText('清除')).toBeTruthy();
});
