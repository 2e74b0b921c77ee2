import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { inheritedSettings } from '@parley/contract/conversations';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { DeskSettings } from './DeskSettings.tsx';
import { LanguageQuestion } from './LanguageQuestion.tsx';

let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

it('preselects the interface language, stores the answer on the server and never asks again', async () => {
  const onAnswered = vi.fn();
  renderDesk(<LanguageQuestion onAnswered={onAnswered} />, server);
  const question = await screen.findByRole('region', { name: 'Which language do you read?' });
  expect(question.textContent).toContain('English');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(onAnswered).toHaveBeenCalledOnce();
  expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  cleanup();
  renderDesk(<LanguageQuestion />, server);
  await waitFor(() => expect(server.requests.filter((request) => request.startsWith('GET'))).toHaveLength(4));
  expect(screen.queryByRole('region')).toBeNull();
});

describe('beside the settings’ form', () => {
  beforeEach(async () => {
    renderDesk(
      <>
        <LanguageQuestion />
        <DeskSettings onSaved={() => undefined}>{null}</DeskSettings>
      </>,
      server,
    );
    await screen.findByRole('region', { name: 'Which language do you read?' });
    await waitFor(() => expect(saveButtons()).toHaveLength(2));
  });

  const saveButtons = () => screen.queryAllByRole('button', { name: 'Save' });
  const save = (index: number) => {
    const button = saveButtons()[index];
    if (button) fireEvent.click(button);
  };

  it('keeps what another device has saved in the meantime', async () => {
    world.ownSettings = { ...inheritedSettings, receiveTranslationEnable: false };
    save(0);
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(world.ownSettings).toEqual({
      ...inheritedSettings,
      receiveTranslationEnable: false,
      receiveTargetLanguage: 'en',
    });
  });

  it('asks the server again whether the question is still open after the form has saved', async () => {
    const asked = () => server.requests.filter((request) => request.startsWith('GET')).length;
    const before = asked();
    save(1);
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
  });
});
