import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { MemoryRouter } from 'react-router';
import { App } from '../App.tsx';
import { consoleRoutes } from './console-api.ts';
import { busyWorld, type ConsoleWorld } from './console-world.ts';
import { createPageHarness, type PageHandle, type RenderOptions, withoutStyles } from './page-harness.tsx';
import { englishLocale } from './texts.ts';

export { address, found, openedDialog, waitForAddress } from './page-harness.tsx';

export type OpenedConsole = PageHandle;

type More = RenderOptions & {
  /** Value of the quick link's URL parameter. */
  quickLogin?: string;
};

/**
 * Opens the whole console at a URL over an in-memory world, for tests of the shell. Single pages are rendered by
 * `renderPage`.
 */
export function openConsole(
  address: string,
  loggedIn: boolean,
  world: ConsoleWorld = busyWorld(),
  more: More = {},
): OpenedConsole {
  const { quickLogin = null, ...options } = more;
  const { opened, queryClient, AddressBar } = createPageHarness(consoleRoutes(world), {
    ...options,
    loggedIn,
  });
  const { session } = opened;
  const i18n = englishLocale();
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <ConfigProvider theme={withoutStyles}>
        <App
          i18n={i18n}
          session={session}
          quickLogin={quickLogin}
          queryClient={queryClient}
          storage={localStorage}
        />
      </ConfigProvider>
      <AddressBar />
    </MemoryRouter>,
  );
  return { ...opened, leave: unmount };
}
