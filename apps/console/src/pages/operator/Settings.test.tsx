import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import operatorTexts from '../../entities/operator/locales/en-US.json' with { type: 'json' };
import { freshSettings, settingsRoutes } from '../../features/system-settings/testing/settings.ts';
import { uploadRequests } from '../../lib/testing/upload-request.ts';
import { uploadRoutes } from '../../lib/testing/uploads.ts';
import uiTexts from '../../ui/locales/en-US.json' with { type: 'json' };
import { Settings } from './Settings.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const shared = operatorTexts.operator;

const open = (world = { settings: freshSettings(), files: 0 }, at = '/operator/settings') => ({
  ...renderOperatorPage(<Settings />, { at, answers: [...settingsRoutes(world), ...uploadRoutes(world)] }),
  world,
});

it('uploads a logo with a preview, removes it, and explains why a file is refused', async () => {
  const { made, Request } = uploadRequests();
  vi.stubGlobal('XMLHttpRequest', Request);
  const { user } = open();
  const choose = await screen.findByRole('button', { name: shared.chooseLogo }, found);
  const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body;
  expect(picker().closest('.ant-upload')?.contains(choose)).toBe(true);
  expect(picker().style.display).toBe('none');
  fireEvent.change(picker(), { target: { files: [new File([], 'logo.png', { type: 'image/png' })] } });
  expect(await screen.findByText(uiTexts.upload.empty, {}, found)).toBeTruthy();
  fireEvent.change(picker(), { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } });
  const sent = await waitFor(() => made[0] ?? Promise.reject(new Error('nothing sent')), found);
  sent.answer(200);
  const preview = await screen.findByRole<HTMLImageElement>('img', { name: shared.logo }, found);
  expect(preview.src).toContain('/api/files/');
  await user.click(screen.getByRole('button', { name: shared.noLogo }));
  expect(screen.queryByRole('img', { name: shared.logo })).toBeNull();
});

it('saves the settings under the version that was read', async () => {
  const { user, world } = open();
  const name = await screen.findByLabelText(shared.brandName, {}, found);
  await user.clear(name);
  await user.type(name, 'Clara Chat');
  await user.click(screen.getByRole('button', { name: shared.save }));
  await waitFor(() => expect(world.settings).toMatchObject({ version: 2, brandName: 'Clara Chat' }), found);
});
