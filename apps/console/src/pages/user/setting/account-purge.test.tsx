/** The setting that deletes shared social accounts that stay offline. */
import { errorMessage } from '@parley/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import enTexts from '../../../features/account-purges/locales/en-US.json' with { type: 'json' };
import zhTexts from '../../../features/account-purges/locales/zh-CN.json' with { type: 'json' };
import { noPurge } from '../../../features/social-accounts/testing/purges.ts';
import { noSocialAccounts } from '../../../features/social-accounts/testing/social-account-changes.ts';
import { socialAccountRoutes } from '../../../features/social-accounts/testing/social-accounts.ts';
import { hasUnsaved } from '../../../lib/unsaved-changes.ts';
import { UserSetting } from './UserSetting.tsx';

const en = enTexts.accountPurge;
const zh = zhTexts.accountPurge;
const firstAt = Date.parse('2026-03-08T04:00:00Z');

function InChinese({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  useEffect(() => void i18n.changeLanguage('zh-CN'), [i18n]);
  return children;
}

function open(given: Partial<ReturnType<typeof noPurge>> = {}, { chinese = false } = {}) {
  const world = { ...noSocialAccounts(), purge: { ...noPurge(), ...given } };
  const page = <UserSetting />;
  const opened = renderPage(chinese ? <InChinese>{page}</InChinese> : page, {
    at: '/user/setting?tab=social-accounts',
    answers: socialAccountRoutes(world),
  });
  return { ...opened, purge: world.purge };
}

const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name }, found);
const daysField = (name = en.daysName) => screen.findByLabelText<HTMLInputElement>(name, {}, found);
/** The setting's own button, as the setting for inactive accounts has one as well. */
const save = async (text = en.save) => {
  const form = (await radio(en.keep)).closest('form');
  const button = [...(form?.querySelectorAll('button') ?? [])].find((one) => one.textContent === text);
  if (button === undefined) throw new Error(`no button says ${text}`);
  return button;
};

describe('in English', () => {
  it('keeps accounts until the owner sets a number of days, and previews the deletions', async () => {
    const { user, purge } = open({
      previews: (afterDays) => ({ due: afterDays < 90 ? 2 : 0, firstAt: afterDays < 365 ? firstAt : null }),
    });
    expect((await radio(en.keep)).checked).toBe(true);
    expect((await save()).disabled).toBe(true);
    await user.click(await radio(en.delete));
    expect((await daysField()).value).toBe('90');
    expect(await screen.findByText(en.dueNone, {}, found)).toBeTruthy();
    expect(screen.getByText('First deletion: 03/08/2026, 12:00 at the earliest')).toBeTruthy();
    expect(hasUnsaved('/user/setting')).toBe(true);
    fireEvent.change(await daysField(), { target: { value: '60' } });
    const two = '2 shared accounts have already been offline for that long.';
    expect(await screen.findByText(two, {}, found)).toBeTruthy();
    await user.click(await save(en.saveAndAnnounce));
    await waitFor(() => expect(purge.afterDays).toBe(60), found);
    await waitFor(() => expect(hasUnsaved('/user/setting')).toBe(false), found);
    expect((await save()).disabled).toBe(true);
  });

  it('disables it again', async () => {
    const { user, purge } = open({ afterDays: 60 });
    expect((await daysField()).value).toBe('60');
    await user.click(await radio(en.keep));
    expect(screen.queryByLabelText(en.daysName)).toBeNull();
    await user.click(await save());
    await waitFor(() => expect(purge.afterDays).toBeNull(), found);
  });

  it('offers no fewer days than those after which an account is inactive', async () => {
    const { user } = open({ leastDays: 121 });
    await user.click(await radio(en.delete));
    expect((await daysField()).value).toBe('121');
    expect(screen.getByText(/121 to 365 days\./)).toBeTruthy();
    fireEvent.change(await daysField(), { target: { value: '120' } });
    expect(await screen.findByText('At least 121', {}, found)).toBeTruthy();
    expect((await daysField()).value).toBe('120');
    expect((await save()).disabled).toBe(true);
  });

  it('shows why the server refuses the days, and adopts another tab’s setting', async () => {
    const { user, purge } = open();
    await user.click(await radio(en.delete));
    await screen.findByText(en.dueNone, {}, found);
    purge.leastDays = 121;
    await user.click(await save());
    const early = errorMessage('channel.purge-too-early', 'en-US', { days: '121' });
    expect(await screen.findByText(early, {}, found)).toBeTruthy();
    expect(await screen.findByText('At least 121', {}, found)).toBeTruthy();
    fireEvent.change(await daysField(), { target: { value: '150' } });
    await waitFor(async () => expect((await save()).disabled).toBe(false), found);
    purge.afterDays = 200;
    await user.click(await save());
    expect(await screen.findByText(errorMessage('resource.stale', 'en-US'), {}, found)).toBeTruthy();
    await waitFor(async () => expect((await daysField()).value).toBe('200'), found);
  });
});

it('previews the deletions in Chinese', async () => {
  const { user } = open({ previews: () => ({ due: 3, firstAt }) }, { chinese: true });
  await user.click(await radio(zh.delete));
  expect(await screen.findByText('已有 3 个共享账号离线达到该天数。', {}, found)).toBeTruthy();
  expect(screen.getByText('最早删除时间：2026/03/08 12:00')).toBeTruthy();
  expect(await daysField(zh.daysName)).toBeTruthy();
  expect(screen.getByText(zh.saveAndAnnounce)).toBeTruthy();
});
