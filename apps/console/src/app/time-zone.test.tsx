/** The workspace's time zone: asked at registration, changed in the settings. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { busyWorld } from '../fixtures/console-world.ts';
import { found, openConsole } from './testing/open-console.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const presetZone = (timeZone: string) => {
  const options = Intl.DateTimeFormat.prototype.resolvedOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...options.call(this), timeZone };
  });
};

describe('the time zone', () => {
  it('is preset from the browser at registration', async () => {
    presetZone('Europe/Madrid');
    openConsole('/register', false);
    const select = await screen.findByLabelText('Time zone', {}, found);
    expect(select.closest('.ant-select')?.textContent).toContain('Europe/Madrid');
  });

  it('is changed in the settings, which state the effect on daily figures first', async () => {
    const world = busyWorld();
    world.calendar = { timeZone: 'Asia/Shanghai', firstDay: null };
    const { user } = openConsole('/user/setting?tab=workspace', true, world);
    const select = await screen.findByLabelText('Time zone', {}, found);
    expect(screen.queryByText('Effect on daily figures')).toBeNull();
    await user.click(select);
    fireEvent.change(select, { target: { value: 'madrid' } });
    await user.click(await screen.findByText(/^Europe\/Madrid · /, {}, found));
    expect(
      await screen.findByText(/stays open until the next midnight in Europe\/Madrid: .* GMT\+[12]/),
    ).toBeTruthy();
    const form = within(select.closest('form') ?? document.body);
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.calendar.timeZone).toBe('Europe/Madrid'), found);
    await waitFor(() => expect(screen.queryByText('Effect on daily figures')).toBeNull(), found);
  });
});
