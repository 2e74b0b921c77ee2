/** The console's screens for logged-out users. */
import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

/** Submits without filling in any field. */
async function submitNothing(page: Page): Promise<void> {
  await page.locator('button[type=submit]').click();
  await page.locator('.ant-form-item-explain-error').first().waitFor();
}

export const loggedOutScreens: readonly Screen[] = [
  { name: 'console-register', path: '/register', whole: 'form' },
  { name: 'console-register-refused', path: '/register', whole: 'form', act: submitNothing },
  { name: 'console-forgot-password', path: '/forgotPassword', whole: 'form' },
  { name: 'console-service-agreement', path: '/agreement/service', whole: 'h1' },
  { name: 'console-privacy-policy', path: '/agreement/privacy', whole: 'h1' },
  { name: 'console-counting-rules', path: '/agreement/counting', whole: 'h1' },
  { name: 'console-share-link', path: '/workOrder/share', whole: 'h1' },
  { name: 'console-chat-share-link', path: '/chatHistory/share', whole: 'h1' },
  { name: 'console-split-report-link', path: '/fansOperation/streamLinkReport', whole: 'h1' },
  { name: 'split-link-unavailable', path: '/s/none2345', whole: 'h1' },
];
