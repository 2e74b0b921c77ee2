import { createLocale } from '@parley/ui';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { BarChart } from './BarChart.tsx';
import { LineChart } from './LineChart.tsx';
import texts from './locales/en-US.json' with { type: 'json' };

const places = ['1 March', '2 March', '3 March'].map((name) => ({ name, short: name.slice(0, 3) }));
const series = [
  { key: 'telegram', name: 'Telegram', values: [4, 0, -1] },
  { key: 'line', name: 'LINE', values: [1, 2, 3] },
];
const open = (Chart: typeof LineChart) =>
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': texts }, 'en-US')}>
      <Chart title="New fans by day" places={places} series={series} placeTitle="Day" />
    </I18nextProvider>,
  );

it.each([LineChart, BarChart])('reads the values of each day by the keyboard (%#)', async (Chart) => {
  open(Chart);
  const slider = await screen.findByRole('slider', { name: 'New fans by day' });
  expect(slider.getAttribute('aria-valuetext')).toBe('3 March: Telegram -1, LINE 3');
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('1 March: Telegram 4, LINE 1');
  expect(document.querySelector('.chart-tip')?.textContent).toContain('1 March');
  fireEvent.blur(slider);
  expect(document.querySelector('.chart-tip')).toBeNull();
});

it('shows the values as a table, the latest day first', async () => {
  open(LineChart);
  const details = (await screen.findByText(texts.charts.table)).closest('details');
  if (details === null) throw new Error('no table');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayTelegramLINE',
    '3 March-13',
    '2 March02',
    '1 March41',
  ]);
});
