import { userMenu } from '@parley/contract/identity';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { defaultLayout } from '../../lib/layout.ts';
import { emptyWorld } from '../testing/console-world.ts';
import {
  found,
  type OpenedConsole,
  openConsole,
  openedDialog,
  waitForAddress,
} from '../testing/open-console.tsx';
import { enUS } from '../testing/texts.ts';
import shellTexts from './locales/en-US.json' with { type: 'json' };

const { settings: words } = shellTexts;
const stored = () => JSON.parse(localStorage.getItem('layout') ?? '{}');
const mainMenu = () => screen.findByRole('navigation', { name: enUS.shell.menu }, found);
const drawer = openedDialog;

async function openSettings(user: OpenedConsole['user']) {
  await user.click(await screen.findByRole('button', { name: words.open }, found));
  return within(await drawer());
}

describe('the settings', () => {
  it('hides each part of the shell and shows it again', async () => {
    const { user } = openConsole('/subpage/agentConfig', true, emptyWorld());
    await mainMenu();
    const settings = await openSettings(user);
    await user.click(settings.getByLabelText(words.tabBar));
    expect(screen.queryByRole('navigation', { name: enUS.tabs.name })).toBeNull();
    await user.click(settings.getByLabelText(words.footer));
    expect(screen.getByRole('contentinfo').textContent).toContain(enUS.page.privacyPolicy);
    await user.click(settings.getByLabelText(words.menu, { selector: 'button' }));
    expect(screen.queryByRole('navigation', { name: enUS.shell.menu })).toBeNull();
    await user.click(settings.getByLabelText(words.navbar));
    expect(screen.queryByRole('banner')).toBeNull();
    // The button back to the settings stays.
    expect(screen.getByRole('button', { name: words.open })).toBeTruthy();
    expect(stored()).toMatchObject({ tabBar: false, footer: true, menu: false, navbar: false });

    await user.click(settings.getByRole('button', { name: words.reset }));
    await user.click(await screen.findByRole('button', { name: 'OK' }, found));
    expect(await mainMenu()).toBeTruthy();
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(stored()).toEqual({ ...defaultLayout, globalSettings: true });
  });

  it('moves the menu into the navbar, or into a drawer', async () => {
    const { user } = openConsole('/subpage/agentConfig', true, emptyWorld());
    await mainMenu();
    const settings = await openSettings(user);
    await user.click(settings.getByLabelText(words.topMenu));
    expect(screen.getByRole('banner').contains(await mainMenu())).toBe(true);
    expect(settings.getByLabelText(words.menuCollapse)).toHaveProperty('disabled', true);
    await user.click(settings.getByLabelText(words.hideMenu));
    await waitFor(
      () => expect(screen.queryByRole('navigation', { name: enUS.shell.menu })).toBeNull(),
      found,
    );
    await user.click(settings.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: enUS.shell.toggleMenu }));
    await user.click(within(await mainMenu()).getByRole('link', { name: enUS.page.home }));
    await waitForAddress('/workplace/home');
  });

  it('changes the colors, inverts them for weak color vision, and copies all settings', async () => {
    const { user } = openConsole('/subpage/agentConfig', true, emptyWorld());
    const settings = await openSettings(user);
    await user.click(settings.getByRole('radio', { name: words.color.purple }));
    expect(document.body.style.getPropertyValue('--accent')).toBe('#722ed1');
    await user.click(settings.getByText(words.dark));
    expect(document.body.getAttribute('arco-theme')).toBe('dark');
    await user.click(settings.getByLabelText(words.colorWeak));
    expect(document.documentElement.classList.contains('color-weak')).toBe(true);

    await user.click(settings.getByRole('button', { name: words.copy }));
    const copied = await waitFor(async () => JSON.parse(await navigator.clipboard.readText()), found);
    expect(copied).toEqual({
      ...defaultLayout,
      theme: 'dark',
      themeColor: '#722ED1',
      colorWeak: true,
      globalSettings: true,
    });
    await user.click(settings.getByLabelText(words.colorWeak));
    await user.click(settings.getByRole('radio', { name: words.color.blue }));
    expect(document.documentElement.classList.contains('color-weak')).toBe(false);
    expect(document.body.style.getPropertyValue('--accent')).toBe('');
  });
});

it('keeps the menu collapsed over a reload', async () => {
  const { user, leave } = openConsole('/subpage/agentConfig', true, emptyWorld());
  await mainMenu();
  const toggle = () => screen.getByRole('button', { name: enUS.shell.toggleMenu });
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  await user.click(toggle());
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  leave();
  openConsole('/subpage/agentConfig', true, emptyWorld());
  await mainMenu();
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
});

describe('the menu from the server', () => {
  const supplied = { path: '/material', name: 'Mine', meta: { locale: 'menu.none', requiresAuth: true } };

  it('fetches, shows and stores the menu from the server, which can be cleared and fetched again', async () => {
    const world = { ...emptyWorld(), menu: [supplied] };
    const { user, server } = openConsole('/subpage/agentConfig', true, world);
    const settings = await openSettings(user);
    const seen = Promise.withResolvers<undefined>();
    server.instead = (url) => (url === userMenu.path ? seen.promise : undefined);
    await user.click(settings.getByLabelText(words.menuFromServer));
    await screen.findByText(enUS.menu.loading, {}, found);
    seen.resolve(undefined);
    await screen.findByText(enUS.menu.success, {}, found);
    expect(server.asked).toContain('POST /api/user/menu');
    const link = await within(await mainMenu()).findByRole('link', { name: 'Mine' }, found);
    expect(link.getAttribute('href')).toBe('/material/config');
    expect(stored().serverMenu).toEqual([supplied]);

    await user.click(settings.getByRole('button', { name: words.clearMenu }));
    expect(stored().serverMenu).toEqual([]);
    expect((await mainMenu()).textContent).toContain(enUS.menu.empty);
    await user.click(settings.getByRole('button', { name: words.fetchMenu }));
    await within(await mainMenu()).findByRole('link', { name: 'Mine' }, found);
  });

  it('requests the menu at each start, and keeps the stored one when that fails', async () => {
    localStorage.setItem('layout', JSON.stringify({ menuFromServer: true, serverMenu: [supplied] }));
    openConsole('/subpage/agentConfig', true, { ...emptyWorld(), menu: null });
    await screen.findByText(enUS.menu.error, {}, found);
    await within(await mainMenu()).findByRole('link', { name: 'Mine' }, found);
  });
});

describe('the tab bar', () => {
  const tabs = async () => within(await screen.findByRole('navigation', { name: enUS.tabs.name }, found));
  const tab = async (name: string) => (await tabs()).findByRole('link', { name }, found);

  async function openThree() {
    const opened = openConsole('/material/quick', true, emptyWorld());
    await tab(enUS.page.quickReplies);
    opened.go('/fansOperation/fansTag?x=1');
    await tab(enUS.page.fansTag);
    opened.go('/subpage/agentConfig');
    await tab(enUS.page.proxies);
    return opened;
  }

  it('moves along the tabs and closes them by keyboard', async () => {
    const { user } = await openThree();
    const quick = await tab(enUS.page.quickReplies);
    quick.focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe(enUS.page.home);
    await user.keyboard('{Delete}{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe(enUS.page.proxies);
    await user.keyboard('{Home}{ArrowRight}');
    expect(document.activeElement).toBe(quick);
    await user.keyboard('{Delete}');
    expect((await tabs()).queryByRole('link', { name: enUS.page.quickReplies })).toBeNull();
    expect(document.activeElement?.textContent).toBe(enUS.page.fansTag);
    await user.keyboard('{Enter}');
    await waitForAddress('/fansOperation/fansTag?x=1');
  });

  it('has a menu on each tab, and one of all tabs', async () => {
    const { user } = await openThree();
    // As the menu key of a keyboard does.
    fireEvent.contextMenu(await tab(enUS.page.fansTag));
    await user.click(await screen.findByRole('menuitem', { name: enUS.tabs.closeOthers }, found));
    await waitForAddress('/fansOperation/fansTag?x=1');
    await user.click((await tabs()).getByRole('button', { name: enUS.tabs.all }));
    const list = (await screen.findAllByRole('menu', {}, found)).at(-1);
    const names = within(list ?? document.body).getAllByRole('link');
    expect(names.map(({ textContent }) => textContent)).toEqual([enUS.page.home, enUS.page.fansTag]);
  });

  it('restores the tab bar after a reload, and forgets it after the logout', async () => {
    const { leave } = await openThree();
    leave();
    const { session } = openConsole('/workplace/home', true, emptyWorld());
    const link = await tab(enUS.page.fansTag);
    expect(link.getAttribute('href')).toBe('/fansOperation/fansTag?x=1');
    await session.logOut();
    await waitForAddress('/login');
    expect(sessionStorage.getItem('tabs')).toBeNull();
  });
});
