/** The workspace's time zone, requested at registration. */
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { found, openConsole } from './testing/open-console.tsx';

afterEach(() => {
  cleanup();
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
  it('presets the browser’s time zone at registration', async () => {
    presetZone('Europe/Madrid');
    openConsole('/register', false);
    const select = await screen.findByLabelText('Time zone', {}, found);
    expect(select.closest('.ant-select')?.textContent).toContain('Europe/Madrid');
  });
});
