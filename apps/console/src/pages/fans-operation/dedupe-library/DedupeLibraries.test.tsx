/** The page of the dedupe libraries as the owner sees it. */
import { exportDedupeLibraries } from '@parley/contract/dedupe-libraries';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  button,
  chooseFromMenu,
  dialog,
  enter,
  findByLabel,
  rowOf,
  waitUntilGone,
} from '../../../app/testing/by-text.ts';
import { exportedQuery } from '../../../app/testing/exported.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import {
  libraryRoutes,
  libraryWorld,
  someImport,
} from '../../../features/dedupe-libraries/testing/dedupe-libraries.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { type UploadRequest, uploadRequests } from '../../../lib/testing/upload-request.ts';
import { DedupeLibraries } from './DedupeLibraries.tsx';

const path = '/fansOperation/dedupeLibrary';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

  it('exports the libraries that match the filters, in the list’s order', async () => {
    const opened = open(libraryWorld(), `${path}?platform=telegram&sort=entries.desc`);
    expect(await exportedQuery(opened, exportDedupeLibraries.path)).toBe(
      'sort=entries.desc&platform=telegram',
    );
  });

  it('shows the next step where there are no libraries', async () => {
    open(libraryWorld({ libraries: [] }));
    expect(await screen.findByText('No dedupe libraries yet', {}, found)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Create library' }).length).toBeGreaterThan(0);
  });

  it('adds and disables a library', async () => {
    const world = libraryWorld();
    const { user } = open(world);
    await rowOf(/Customers of 2025/);
    await user.click(button('Create library'));
    const form = within(await dialog('Create library'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This field is required', {}, found)).toBeTruthy();
    enter(form.getByLabelText('Name'), 'Old list');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await rowOf(/Old list/);
    await chooseFromMenu('Old list', 'Disable');
    await waitFor(
      () => expect(world.libraries[0]).toMatchObject({ name: 'Old list', enabled: false }),
      found,
    );
  });

  it('deletes a library after a confirmation that states what is lost', async () => {
    const { user } = open();
    await rowOf(/Customers of 2025/);
    await chooseFromMenu('Customers of 2025', 'Delete');
    const question = within(await dialog('Delete this library?'));
    expect(question.getByText(/1,000 entries no longer apply/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Customers of 2025')).toBeNull(), found);
  });

  it('adds people manually to a library that the list does not show', async () => {
    const world = libraryWorld();
    const { user } = open(world, `${path}?search=nobody`);
    await user.click(await screen.findByRole('button', { name: 'Look up a person' }, found));
    expect(screen.queryByText('Zalo list')).toBeNull();
    const form = within(await dialog('Look up a person'));
    await user.click(await form.findByRole('combobox', { name: 'Dedupe library' }, found));
    await user.click(await screen.findByTitle('Zalo list (Zalo)', {}, found));
    enter(form.getByLabelText('One person per line'), '@Ben\n@');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(world.entries.get(world.libraries[1]?.id ?? '')).toEqual(['ben']), found);
    expect(await screen.findByText(/1 added, 0 already listed, 1 without an ID/, {}, found)).toBeTruthy();
  });

  it('shows the libraries that contain a person, and removes the entry from one', async () => {
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

describe('the file of an import', () => {
  let uploads: UploadRequest[] = [];
  beforeEach(() => {
    const requests = uploadRequests();
    uploads = requests.made;
    vi.stubGlobal('XMLHttpRequest', requests.Request);
  });

  /** Waits for the nth upload, counted from 1. */
  const uploadNo = (count: number) =>
    waitFor(() => uploads[count - 1] ?? Promise.reject(new Error('nothing was sent')), found);

  const csv = new File(['Name,Phone\nMaryam,+86 138'], 'people.csv', { type: 'application/vnd.ms-excel' });
  async function choose(file: File, world = libraryWorld()) {
    const opened = open(world);
    await rowOf(/Customers of 2025/);
    fireEvent.click(await findByLabel('Import into Customers of 2025'));
    const form = within(await dialog('Import into Customers of 2025'));
    await form.findByText('Choose a file', {}, found);
    const input = document.querySelector<HTMLInputElement>('.ant-modal input[type=file]');
    if (input === null) throw new Error('there is no control for a file');
    fireEvent.change(input, { target: { files: [file] } });
    return { ...opened, form };
  }

  it.each([
    [
      'another type',
      new File(['%PDF'], 'people.pdf', { type: 'application/pdf' }),
      'Choose a CSV, TXT or XLSX file',
    ],
    ['no content', new File([], 'people.csv'), 'The file must not be empty or exceed 128 MB'],
  ])('refuses a file with %s before anything is sent', async (_, file, reason) => {
    const { form, server } = await choose(file);
    expect(await form.findByText(reason, {}, found)).toBeTruthy();
    expect(server.asked.join()).not.toContain('Presign');
    expect(uploads).toEqual([]);
  });

  it('refuses a file beyond 128 MB before anything is sent', async () => {
    vi.spyOn(File.prototype, 'size', 'get').mockReturnValue(128 * 1024 * 1024 + 1);
    const { form } = await choose(csv);
    expect(await form.findByText('The file must not be empty or exceed 128 MB', {}, found)).toBeTruthy();
    expect(uploads).toEqual([]);
  });

  it('shows the progress of the upload and the first rows, and starts the import', async () => {
    const world = libraryWorld();
    const { form, user } = await choose(csv, world);
    const upload = await uploadNo(1);
    // With Excel installed, browsers report CSV files as Excel files.
    expect(upload.headers['content-type']).toBe('text/csv');
    act(() => upload.progress(1, 4));
    expect(await form.findByText('25%', {}, found)).toBeTruthy();
    act(() => upload.answer(200));
    expect(await form.findByText('+86 138-0013-8000', {}, found)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Start import' }));
    expect(await form.findByText('Import running', {}, found)).toBeTruthy();
    expect(world.imports).toMatchObject([{ libraryName: 'Customers of 2025', state: 'running' }]);
  });

  it.each([
    ['is interrupted', (upload: UploadRequest) => upload.fail()],
    ['is refused by the store', (upload: UploadRequest) => upload.answer(503)],
  ])('offers to upload the same file again when its upload %s', async (_, end) => {
    const { form, user } = await choose(csv);
    const first = await uploadNo(1);
    act(() => end(first));
    expect(await form.findByText('“people.csv” was not uploaded', {}, found)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Try again' }));
    const second = await uploadNo(2);
    expect(form.queryByText('“people.csv” was not uploaded')).toBeNull();
    act(() => second.answer(200));
    expect(await form.findByRole('button', { name: 'Start import' }, found)).toBeTruthy();
  });

  it('cancels an upload', async () => {
    const { form, user } = await choose(csv);
    const upload = await uploadNo(1);
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(upload.aborted).toBe(true);
    expect(form.queryByRole('progressbar')).toBeNull();
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('parses the file again with another encoding, and accepts another file', async () => {
    const { form, server, user } = await choose(csv);
    const upload = await uploadNo(1);
    act(() => upload.answer(200));
    await user.click(await form.findByRole('combobox', { name: 'Encoding' }, found));
    await user.click(await screen.findByTitle('GB18030', {}, found));
    await waitFor(
      () => expect(server.asked.filter((request) => request.includes('preview'))).toHaveLength(2),
      found,
    );
    await user.click(await form.findByRole('button', { name: 'Choose another file' }, found));
    expect(await form.findByText('Choose a file', {}, found)).toBeTruthy();
  });
});

describe('an import', () => {
  it('starts with the selection of a file', async () => {
    const { user } = open();
    await rowOf(/Customers of 2025/);
    fireEvent.click(await findByLabel('Import into Customers of 2025'));
    const form = within(await dialog('Import into Customers of 2025'));
    expect(
      await form.findByText('CSV, TXT or XLSX, up to 128 MB and 1,000,000 rows', {}, found),
    ).toBeTruthy();
    await user.click(form.getByText('Close'));
    await waitUntilGone('Import into Customers of 2025');
  });

  it.each([
    ['too-many-rows', /Only the first 1,000,000 rows were imported/],
    ['interrupted', /Rows imported so far stay; start it again/],
  ] as const)('states why it stopped (%s), and lists its faulty rows by line', async (failure, sentence) => {
    const failing = someImport({ failure: null });
    const world = libraryWorld({
      imports: [failing],
      faults: [
        { line: 3, text: 'Ben', fault: 'empty' },
        { line: 17, text: '"Li', fault: 'quote' },
      ],
    });
    const { user, refresh } = open(world);
    await screen.findByText(/^Importing/, {}, found);
    await user.click(button('View import'));
    const form = within(await dialog('Import into Customers of 2025'));
    await form.findByText('Import running', {}, found);
    Object.assign(failing, { state: 'failed', failure, endedAt: failing.createdAt });
    await refresh();
    expect(await form.findByText(sentence, {}, found)).toBeTruthy();
    const rows = within(await form.findByRole('table', { name: 'Rows that were not imported' }, found));
    await rows.findByText('17', {}, found);
    expect(rows.getByText('Quotation marks don’t match').closest('tr')?.textContent).toContain('17');
    expect(form.queryByRole('button', { name: 'Cancel import' })).toBeNull();
  });

  it('shows a running import on every visit, with its rejected rows and a cancel button', async () => {
    const world = libraryWorld({
      imports: [someImport()],
      faults: [{ line: 3, text: 'Ben', fault: 'empty' }],
    });
    const { user } = open(world);
    expect(
      await screen.findByText('Importing “people.csv” into “Customers of 2025”: 25 %', {}, found),
    ).toBeTruthy();
    await user.click(button('View import'));
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
