/** The console of a newly registered owner: empty lists, and the guided tour. */
import type { Page } from 'playwright-core';
import { emptyFanScreens } from './fan-changes.ts';
import type { Screen } from './screen.ts';

const empty = (name: string, path: string): Screen => ({
  name: `console-empty-${name}`,
  path,
  whole: '.ant-empty',
});

/** Leaves a required field empty and saves. */
async function saveNothing(page: Page): Promise<void> {
  await page.locator('input:not([type=file])').first().fill('');
  await page.locator('button[type=submit]').first().click();
  await page.locator('.ant-form-item-explain-error').first().waitFor();
}

async function startTour(page: Page): Promise<void> {
  await page.locator('.navbar button:has(> .ant-btn-icon > .anticon-user)').click();
  await page.locator('.ant-dropdown-menu-item:has(.anticon-compass)').click();
  await page.locator('.guided-tour').waitFor();
}

export const emptyScreens: readonly Screen[] = [
  { name: 'console-empty-home', path: '/workplace/home', whole: '.figure-value' },
  { name: 'console-empty-sub-accounts', path: '/subpage/sonAccount', whole: '.ant-table-row' },
  empty('ports', '/subpage/sonAccount?view=ports'),
  empty('past-sessions', '/subpage/sonAccount?view=sessions'),
  empty('social-accounts', '/subpage/socialAccount'),
  empty('proxies', '/subpage/agentConfig'),
  empty('character-usage', '/subpage/chatUse'),
  empty('character-allocation', '/subpage/chatAllocation'),
  empty('prospective-fans', '/fansOperation/prospectiveFan'),
  ...emptyFanScreens,
  empty('chat-history', '/internalControl/chatHistory'),
  { name: 'console-settings-refused', path: '/user/setting', whole: 'form', act: saveNothing },
  { name: 'console-tour', path: '/workplace/home', whole: '.figure-value', act: startTour },
];
