/** The page of the dedupe libraries as the owner sees it. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { button, dialog, enter, fromMenu, gone, labelled, rowOf } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/opened.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import {
  libraryRoutes,
  libraryWorld,
  someImport,
} from '../../../features/dedupe-libraries/testing/dedupe-libraries.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { DedupeLibraries } from './DedupeLibraries.tsx';

const path = '/fansOperation/dedupeLibrary';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const open = (world = libraryWorld(), at = path) =>
  renderPage(<DedupeLibraries />, {
    at,
    answers: [
      ...libraryRoutes(world),
      ...subAccountRoutes({
        ownerRemaining: 0,
        ports: 0,
        allocations: new Map(),
        subAccounts: busySubAccounts(),
      }),
    ],
  });

describe('the dedupe libraries', () => {
  it('lists libraries with platform, range, entries and status', async () => {
    open();
    const row = await rowOf(/Customers of 2025/);
    for (const part of ['Telegram', 'All sub-accounts', '1,000', 'Enabled'])
      expect(row.textContent).toContain(part);
    expect((await rowOf(/Zalo list/)).textContent).toContain('Disabled');
  });

  it('show the next step where there are none', async () => {
    open(libraryWorld({ libraries: [] }));
    expect(await screen.findByText('No dedupe libraries yet', {}, found)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Add library' }).length).toBeGreaterThan(0);
  });

  it('adds and disables a library', async () => {
    const world = libraryWorld();
    const { user } = open(world);
    await rowOf(/Customers of 2025/);
    await user.click(button('Add library'));
    const form = within(await dialog('Add library'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This field is required', {}, found)).toBeTruthy();
    enter(form.getByLabelText('Name'), 'Old list');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await rowOf(/Old list/);
    await fromMenu('Old list', 'Disable');
    await waitFor(
      () => expect(world.libraries[0]).toMatchObject({ name: 'Old list', enabled: false }),
      found,
    );
  });

  it('deletes a library after a question that says what is lost', async () => {
    const { user } = open();
    await rowOf(/Customers of 2025/);
    await fromMenu('Customers of 2025', 'Delete');
    const question = within(await dialog('Delete this library?'));
    expect(question.getByText(/1,000 entries no longer apply/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Customers of 2025')).toBeNull(), found);
  });

  it('tell whether a person is listed, and lose one entry', async () => {
    const world = libraryWorld();
    const { user } = open(world);
    await rowOf(/Customers of 2025/);
    await user.click(button('Look up a person'));
    const form = within(await dialog('Look up a person'));
    enter(form.getByLabelText('ID, user name or phone number'), '@Maryam');
    await user.click(form.getByRole('button', { name: 'Look up' }));
    await user.click(await form.findByLabelText('Remove from Customers of 2025', {}, found));
    expect((await form.findAllByText(/Not in any library/, {}, found)).length).toBeGreaterThan(0);
    expect(world.entries.get(world.libraries[0]?.id ?? '')).toEqual([]);
  });
});

describe('an import', () => {
  it('begins with the choice of a file', async () => {
    const { user } = open();
    await rowOf(/Customers of 2025/);
    fireEvent.click(await labelled('Import into Customers of 2025'));
    const form = within(await dialog('Import into Customers of 2025'));
    expect(
      await form.findByText('CSV, TXT or XLSX, up to 128 MB and 1,000,000 rows', {}, found),
    ).toBeTruthy();
    await user.click(form.getByText('Close'));
    await gone('Import into Customers of 2025');
  });

  it('shows a running import on every visit, with its faulty rows and a button that cancels it', async () => {
    const world = libraryWorld({
      imports: [someImport()],
      faults: [{ line: 3, text: 'Ben', fault: 'empty' }],
    });
    const { user } = open(world);
    expect(
      await screen.findByText('Importing “people.csv” into “Customers of 2025”: 25 %', {}, found),
    ).toBeTruthy();
    await user.click(button('Show import'));
    const form = within(await dialog('Import into Customers of 2025'));
    expect(await form.findByText('Import running', {}, found)).toBeTruthy();
    expect(form.getByText('250,000')).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Cancel import' }));
    await user.click(await screen.findByRole('button', { name: 'OK' }, found));
    expect(await form.findByText('Import cancelled', {}, found)).toBeTruthy();
    expect(await form.findByText('The column is empty', {}, found)).toBeTruthy();
    expect(form.getByRole('button', { name: 'Download as CSV' })).toBeTruthy();
  });
});
