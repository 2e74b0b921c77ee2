/** Finds elements in the list of sub-accounts. */
import type { SubAccount } from '@parley/contract/sub-accounts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { found } from '../../../../app/testing/page-harness.tsx';
import { busyWorld, openSubAccounts, type SubAccountsWorld } from './open-sub-accounts.tsx';

export const subAccountsPath = '/subpage/sonAccount';

export const rows = () => screen.getAllByRole('row').filter((row) => row.classList.contains('ant-table-row'));
export const findRows = async (count?: number) => {
  await waitFor(() => {
    expect(rows().length).toBeGreaterThan(0);
    if (count !== undefined) expect(rows()).toHaveLength(count);
  }, found);
  return rows();
};
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const enter = (field: HTMLElement, value: string) =>
  void fireEvent.change(field, { target: { value } });
export const requestsTo = (server: { asked: string[] }, line: string) =>
  server.asked.filter((one) => one.startsWith(line));

/** Returns the open dialog, or the one with this title. */
export const dialogOf = (title?: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find(
    (one) => title === undefined || one.querySelector('.ant-modal-title')?.textContent === title,
  );
export const dialog = (title?: string) =>
  waitFor(() => {
    const shown = dialogOf(title);
    if (shown === undefined) throw new Error(`there is no dialog ${title ?? ''}`);
    return shown;
  }, found);

/** Returns the entries of a row's menu. */
export async function menuOf(one: SubAccount) {
  fireEvent.click(button(`More for ${one.accountName}`));
  return waitFor(() => {
    const menu = document.querySelector<HTMLElement>('.ant-dropdown-menu');
    if (menu === null) throw new Error('there is no menu');
    return within(menu);
  }, found);
}

export function subAccountAt(world: SubAccountsWorld, at: number): SubAccount {
  const one = world.subAccounts[at];
  if (one === undefined) throw new Error(`there is no sub-account ${at}`);
  return one;
}

/** A small, quick world with one sub-account of each kind and six free ports. */
export function smallWorld(): SubAccountsWorld {
  const world = busyWorld();
  return { ...world, ports: 17, subAccounts: world.subAccounts.slice(0, 8) };
}

export async function openSubAccountList(address = subAccountsPath, world = smallWorld()) {
  const opened = openSubAccounts(address, world);
  await findRows();
  const choose = async (one: SubAccount, entry: string) =>
    void fireEvent.click((await menuOf(one)).getByText(entry));
  const pick = (one: SubAccount) =>
    void fireEvent.click(screen.getByRole('checkbox', { name: `Select ${one.accountName}` }));
  return { ...opened, world, choose, pick };
}
