import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { MemoryRouter } from 'react-router';
import { App } from '../App.tsx';
import { consoleRoutes } from './console-api.ts';
import { busyWorld, type ConsoleWorld } from './console-world.ts';
import { createPageHarness, type Opened, type RenderOptions, withoutStyles } from './opened.tsx';
import { englishLocale } from './texts.ts';

export { address, addressIs, found, openedDialog } from './opened.tsx';

export type OpenedConsole = Opened;

type More = RenderOptions & {
  /** The parameter of a quick link. */
  quickLogin?: string;
};

/** The whole console at an address, over a world in memory: for what concerns the shell. A page is `renderPage`'s. */
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
