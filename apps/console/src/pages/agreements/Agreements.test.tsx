import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { address, found } from '../../app/testing/page-harness.tsx';
import { renderPage } from '../../app/testing/render-page.tsx';
import { choose } from '../../app/testing/selects.ts';
import { enUS } from '../../app/testing/texts.ts';
import { CountingRules, PrivacyPolicy, ServiceAgreement } from './Agreements.tsx';

it.each([
  ['/agreement/service', <ServiceAgreement key="service" />, 'Service agreement', /August 2, 2025/],
  ['/agreement/privacy', <PrivacyPolicy key="privacy" />, 'Privacy policy', /January 1, 2023/],
  ['/agreement/counting', <CountingRules key="counting" />, enUS.page.countingRules, /\d{4}/],
] as const)(
  'shows %s with its day and a contents that leads to each clause',
  async (at, page, title, day) => {
    renderPage(page, { at, answers: [] });
    expect(document.querySelector('.ant-skeleton'), 'until the text is there').not.toBeNull();
    const article = within(await screen.findByRole('article', {}, found));
    expect(article.getByRole('heading', { level: 1 }).textContent).toMatch(new RegExp(title, 'i'));
    expect(document.querySelector('article time')?.textContent).toMatch(day);
    const links = within(article.getByRole('navigation', { name: enUS.agreements.contents })).getAllByRole(
      'link',
    );
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const clause = document.querySelector(link.getAttribute('href') ?? '');
      expect(clause?.querySelector('h2')?.textContent).toContain(link.textContent);
    }
    expect(document.title).toContain(title);
  },
);

it('lists the changes of each version below the counting rules', async () => {
  renderPage(<CountingRules />, { at: '/agreement/counting', answers: [] });
  const article = within(await screen.findByRole('article', {}, found));
  expect(article.getByRole('heading', { name: enUS.agreements.versions })).toBeTruthy();
  const versions = [...document.querySelectorAll('article dt')].map(({ textContent }) => textContent);
  expect(versions).toContain('Version 1 · November 25, 2026');
});

it('shows the current counting rules until another version is chosen, whose URL can be shared', async () => {
  renderPage(<CountingRules />, { at: '/agreement/counting', answers: [] });
  const byNumber = /merging by phone number/;
  expect(await screen.findByText(byNumber, {}, found)).toBeTruthy();
  expect(screen.queryByText(/earlier version/)).toBeNull();
  await choose(screen.getByLabelText(enUS.agreements.versions), 'Version 1 · November 25, 2026');
  expect(
    screen.getByText('This is an earlier version. Version 2 replaced it on November 27, 2026.'),
  ).toBeTruthy();
  expect(screen.queryByText(byNumber)).toBeNull();
  expect(document.querySelector('article time')?.textContent).toBe('November 25, 2026');
  expect(address()).toBe('/agreement/counting?version=1');
});

it('opens the version of the counting rules that the URL names', async () => {
  renderPage(<CountingRules />, { at: '/agreement/counting?version=2', answers: [] });
  expect(await screen.findByText(/Version 3 replaced it on November 28, 2026/, {}, found)).toBeTruthy();
});

it('changes the text with the language', async () => {
  const { user } = renderPage(<ServiceAgreement />, { at: '/agreement/service', answers: [] });
  // By selectors, as queries by role take seconds in a text of this length.
  const article = () => document.querySelector('article');
  const title = () => article()?.querySelector('h1')?.textContent;
  await waitFor(() => expect(article()?.lang).toBe('en-US'), found);
  const english = title();
  await user.click(screen.getByLabelText(enUS.shell.language));
  await user.click(await screen.findByText('简体中文', {}, found));
  await waitFor(() => expect(article()?.lang).toBe('zh-CN'), found);
  expect(title()).not.toBe(english);
});
