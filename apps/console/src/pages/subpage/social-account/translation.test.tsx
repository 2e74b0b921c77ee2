import { inheritedSettings } from '@parley/contract/conversations';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { found, openedDialog } from '../../../app/testing/page-harness.tsx';
import { choose, fieldOf, formButton, selectedText } from '../../../app/testing/selects.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { busyWorld, openSocialAccounts } from './testing/open-social-accounts.tsx';

// Preloaded, as it is lazy: an earlier click would be lost.
beforeAll(() => import('antd/es/dropdown/index.js'));

it('shows what a social account inherits from its workspace, and sets its own line', async () => {
  const world = busyWorld();
  world.translationSettings.set('workspace', { ...inheritedSettings, receiveTargetLanguage: 'fr' });
  openSocialAccounts('/subpage/socialAccount', world);
  fireEvent.click(await screen.findByLabelText('More for Telegram shop', {}, found));
  fireEvent.click(
    await screen.findByText('Translation settings', { selector: '.ant-dropdown-menu *' }, found),
  );
  const drawer = await openedDialog();
  expect(selectedText(await fieldOf('My language', drawer))).toBe('French (from workspace)');
  const line = await fieldOf('Translation line', drawer);
  expect(selectedText(line)).toBe('general (from default)');
  await choose(line, 'fast (LibreTranslate (paused))');
  fireEvent.click(formButton(line, 'Save'));
  await waitFor(
    () => expect(world.translationSettings.get(sampleId(3, 2))?.translationMode).toBe('fast'),
    found,
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
});
