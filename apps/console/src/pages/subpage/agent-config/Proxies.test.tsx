/** The proxies page as the owner sees it. */
import { errorCatalogue, errorMessage } from '@parley/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
import { found, type PageHandle, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { enUS } from '../../../app/testing/texts.ts';
import charactersTexts from '../../../features/characters/locales/en-US.json' with { type: 'json' };
import { sampleId } from '../../../lib/testing/samples.ts';
import { hasUnsaved } from '../../../lib/unsaved-changes.ts';
import { busyWorld, emptyWorld, openProxies } from './testing/open-proxies.tsx';

const path = '/subpage/agentConfig';
const saved: { name: string; blob: Blob }[] = [];
const blobs = new Map<string, Blob>();

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob !== undefined) saved.push({ name: this.download, blob });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  saved.length = 0;
});

const checkboxOf = (name: string) => screen.getByLabelText(`Select ${name}`);
const tooMany = (seconds: number) => {
  const { code } = errorCatalogue['request.too-many'];
  const msg = errorMessage('request.too-many', 'en-US', { seconds });
  const data = { error: 'request.too-many', requestId: 'r', details: { seconds } };
  return new Response(JSON.stringify({ code, msg, data }), {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
  });
};

describe('the list', () => {
  it('shows each proxy’s address, permitted sub-accounts and test result', async () => {
    openProxies(path);
    const first = await rowOf(/Frankfurt 1/);
    for (const part of [
      'SOCKS5',
      'fra1.proxy.example:1080',
      'shop',
      'All accounts',
      'Working · 84 ms',
      'Germany',
    ]) {
      expect(first.textContent).toContain(part);
    }
    expect(first.textContent).toContain('203.0.113.7');
    const mexico = await rowOf(/México/);
    await waitFor(() => expect(mexico.textContent).toContain('Ann, Night shift +1 more'), found);
    const singapore = await rowOf(/新加坡/);
    expect(singapore.textContent).toContain('[2001:db8:0:17::25]:443');
    expect(singapore.textContent).toContain(
      'The proxy rejected the user name or password: 407 Proxy Authentication Required',
    );
    expect((await rowOf('Warsaw, spare')).textContent).toContain('Not tested');
  });

  it('keeps its filters in the URL, and reads them from it', async () => {
    const { user } = openProxies(`${path}?networkProtocol=http&status=nonsense`);
    await rowOf(/México/);
    expect(screen.queryByText('Frankfurt 1')).toBeNull();
    enter(screen.getByLabelText('Search name or host'), 'nobody');
    await waitForAddress(`${path}?networkProtocol=http&status=nonsense&search=nobody`);
    expect(await screen.findByText('No results', {}, found)).toBeTruthy();
    await user.clear(screen.getByLabelText('Search name or host'));
    await waitForAddress(`${path}?networkProtocol=http&status=nonsense`);
  });

  it('remembers hidden columns', async () => {
    const { user, leave } = openProxies(path);
    await rowOf(/Frankfurt 1/);
    await user.click(button('Columns'));
    await user.click(await findByLabel('Exit address'));
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Exit address' })).toBeNull());
    leave();
    openProxies(path);
    await rowOf(/Frankfurt 1/);
    expect(screen.queryByRole('columnheader', { name: 'Exit address' })).toBeNull();
    expect(screen.getAllByText('Region').length).toBeGreaterThan(0);
  });

  it('shows the next step for an empty list, and the reason of a failed request', async () => {
    openProxies(path, emptyWorld());
    expect(await screen.findByText('No proxies yet', {}, found)).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Selected proxies' })).toBeNull();
    cleanup();
    const { server, user } = openProxies(path, busyWorld(), {
      instead: (url) => (url.includes('proxy/page') ? Promise.reject(new TypeError('lost')) : undefined),
    });
    const panel = await screen.findByRole('alert', {}, { timeout: 40_000 });
    server.instead = () => undefined;
    await user.click(within(panel).getByRole('button'));
    await rowOf(/Frankfurt 1/);
  });

  it('shows two names in a row, and twenty in a tooltip, without requests for them', async () => {
    const world = busyWorld();
    const subAccountIds = Array.from({ length: 25 }, (_, at) => sampleId(4, 300 + at));
    const subAccountNames = subAccountIds.slice(0, 20).map((_, at) => `Old ${at}`);
    Object.assign(world.proxies[1] ?? {}, { range: 'some', subAccountIds, subAccountNames });
    const { server } = openProxies(path, world);
    const line = await screen.findByText(/\+23 more/, {}, found);
    expect(line.textContent).toBe('Old 0, Old 1 +23 more');
    fireEvent.mouseEnter(line.closest('[tabindex]') ?? document.body);
    expect(await screen.findByText('Old 19', {}, found)).toBeTruthy();
    expect(server.asked.filter((request) => request.includes('/subAccount/'))).toEqual([]);
  });

  it('cancels an export before its response has arrived', async () => {
    const { server } = openProxies(path);
    await rowOf(/Frankfurt 1/);
    server.instead = (url, { signal }) =>
      url.includes('proxy/exportExcel')
        ? new Promise((_, reject) => {
            // It may be aborted before it is sent.
            if (signal?.aborted) reject(signal.reason);
            signal?.addEventListener('abort', () => reject(signal.reason));
          })
        : undefined;
    fireEvent.click(button(charactersTexts.records.export));
    fireEvent.click(await screen.findByText(charactersTexts.records.cancel, {}, found));
    expect(await screen.findByText(charactersTexts.records.exportCancelled, {}, found)).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('exports the filtered proxies', async () => {
    const { user, server } = openProxies(`${path}?search=fra&pageSize=50`);
    await rowOf(/Frankfurt 1/);
    let asked = '';
    server.instead = (url) => {
      if (!url.includes('proxy/exportExcel')) return undefined;
      asked = url;
      return new Response('PK', {
        headers: { 'content-disposition': 'attachment; filename="Proxies 2026.xlsx"' },
      });
    };
    await user.click(button(charactersTexts.records.export));
    await waitFor(() => expect(saved).toHaveLength(1), found);
    expect(saved[0]?.name).toBe('Proxies 2026.xlsx');
    expect(new URL(asked, 'http://loopback').searchParams.toString()).toBe('search=fra');
  });
});

async function openForm({ user }: PageHandle) {
  await screen.findAllByText(/Frankfurt 1|No proxies yet/, {}, found);
  const [add] = screen.getAllByRole('button', { name: 'Add proxy' });
  if (add === undefined) throw new Error('there is no button to add one');
  await user.click(add);
  return within(await dialog('Add proxy'));
}

describe('the form', () => {
  it('shows an error under each required field', async () => {
    const opened = openProxies(path, emptyWorld());
    const form = await openForm(opened);
    await opened.user.click(form.getByText('Selected sub-accounts'));
    await opened.user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(form.getAllByText('This field is required')).toHaveLength(5), found);
    expect(form.getByText('Select an option')).toBeTruthy();
    enter(form.getByLabelText('Host'), 'https://proxy.example');
    expect(await form.findByText(/without protocol and port/, {}, found)).toBeTruthy();
  });

  it('fills the form from a pasted URL, tests it, and saves it', async () => {
    const world = emptyWorld();
    const opened = openProxies(path, world);
    const form = await openForm(opened);
    const text = 'http://shop:s%3Acret@PAR.proxy.example:8080#Paris';
    fireEvent.paste(form.getByLabelText('Host'), { clipboardData: { getData: () => text } });
    await waitFor(
      () => expect(form.getByLabelText('Host')).toHaveProperty('value', 'par.proxy.example'),
      found,
    );
    expect(form.getByLabelText('Port')).toHaveProperty('value', '8080');
    expect(form.getByLabelText('Password')).toHaveProperty('value', 's:cret');
    expect(form.getByLabelText('Name')).toHaveProperty('value', 'Paris');
    await opened.user.click(form.getByRole('button', { name: 'Test' }));
    expect(await form.findByText('The proxy works', {}, found)).toBeTruthy();
    expect(form.getByText('96 ms')).toBeTruthy();
    expect(form.getByText('203.0.113.9')).toBeTruthy();
    expect(form.getByText('Germany')).toBeTruthy();
    expect(world.proxies).toEqual([]);
    enter(form.getByLabelText('Host'), 'down.example');
    await waitFor(() => expect(form.queryByText('The proxy works')).toBeNull(), found);
    await opened.user.click(form.getByRole('button', { name: 'Test' }));
    expect(await form.findByText('The proxy refused the connection on this port', {}, found)).toBeTruthy();
    await opened.user.click(form.getByRole('button', { name: 'Save' }));
    await rowOf(/Paris/);
    expect(world.proxies[0]).toMatchObject({
      networkProtocol: 'http',
      host: 'down.example',
      port: 8080,
      proxyUserName: 'shop',
      range: 'all',
    });
  });

  it('shows the server’s errors at the fields they concern', async () => {
    const opened = openProxies(path);
    const form = await openForm(opened);
    enter(form.getByLabelText('Name'), 'Inner');
    enter(form.getByLabelText('Host'), '127.0.0.1');
    enter(form.getByLabelText('Port'), '8080');
    enter(form.getByLabelText('User name'), 'shop');
    expect(form.queryByRole('alert'), 'about fields not yet reached').toBeNull();
    enter(form.getByLabelText('Password'), 'x');
    await opened.user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(errorCatalogue['proxy.private']['en-US'], {}, found)).toBeTruthy();
    enter(form.getByLabelText('Host'), 'fra1.proxy.example');
    enter(form.getByLabelText('Port'), '1080');
    await opened.user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(errorCatalogue['proxy.already-added']['en-US'], {}, found)).toBeTruthy();
  });

  it('keeps the password when none is entered, and requires it again for another host', async () => {
    const { user, server } = openProxies(path);
    await rowOf(/México/);
    await chooseFromMenu('México', 'Edit');
    const form = within(await dialog('Edit proxy'));
    const bodies: unknown[] = [];
    server.instead = (url, { body }) => {
      if (url.endsWith('/proxy/update')) bodies.push(JSON.parse(String(body)));
      return undefined;
    };
    await waitFor(() => expect(form.getAllByText(/Ann|Night shift/).length).toBeGreaterThan(1), found);
    enter(form.getByLabelText('Host'), 'other.example');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This field is required', {}, found)).toBeTruthy();
    expect(bodies).toEqual([]);
    enter(form.getByLabelText('Host'), '198.51.100.24');
    enter(form.getByLabelText('Name'), 'Mexico 2');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await rowOf(/Mexico 2/);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).not.toHaveProperty('proxyPassword');
    expect(bodies[0]).toMatchObject({ name: 'Mexico 2', version: 1, range: 'some' });
  });

  it('reports a concurrent change and offers either version', async () => {
    const world = busyWorld();
    const { user } = openProxies(path, world);
    await rowOf(/México/);
    await chooseFromMenu('México', 'Edit');
    const form = within(await dialog('Edit proxy'));
    const kept = world.proxies.find(({ name }) => name === 'México');
    if (kept === undefined) throw new Error('there is no such proxy');
    Object.assign(kept, { version: 2, name: 'Theirs' });
    enter(form.getByLabelText('Name'), 'Mine');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(enUS.stale.title, {}, found)).toBeTruthy();
    await user.click(await form.findByRole('button', { name: /Load saved version$/ }, found));
    await waitFor(() => expect(form.getByLabelText('Name')).toHaveProperty('value', 'Theirs'), found);
    Object.assign(kept, { version: 3, name: 'Theirs again' });
    enter(form.getByLabelText('Name'), 'Mine');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await form.findByRole('button', { name: /Save mine$/ }, found));
    await waitFor(() => expect(kept).toMatchObject({ version: 4, name: 'Mine' }), found);
  });

  it('asks for confirmation before input is lost', async () => {
    const opened = openProxies(path);
    const form = await openForm(opened);
    enter(form.getByLabelText('Name'), 'Half');
    await waitFor(() => expect(hasUnsaved(path)).toBe(true), found);
    await opened.user.click(form.getByRole('button', { name: 'Cancel' }));
    const question = within(await dialog('Leave without saving?'));
    await opened.user.click(question.getByRole('button', { name: 'Stay' }));
    expect(form.getByLabelText('Name')).toHaveProperty('value', 'Half');
    await opened.user.click(form.getByRole('button', { name: 'Cancel' }));
    await opened.user.click(
      within(await dialog('Leave without saving?')).getByRole('button', { name: 'Leave' }),
    );
    await waitUntilGone('Add proxy');
  });
});

describe('tests', () => {
  it('tests one proxy, and shows the result in its row', async () => {
    const { user } = openProxies(path);
    await user.click(await findByLabel('Test Warsaw, spare'));
    await waitFor(
      async () => expect((await rowOf('Warsaw, spare')).textContent).toContain('Working · 96 ms'),
      found,
    );
    expect(await screen.findByText('Warsaw, spare works: 96 ms', {}, found)).toBeTruthy();
  });

  it('tests the selected proxies, and shows a pause required by the server', async () => {
    const { user, server } = openProxies(path);
    await rowOf(/Frankfurt 1/);
    expect(screen.queryByText('Test selected')).toBeNull();
    let refused = 0;
    server.instead = (url) => {
      if (!url.endsWith('/proxy/test') || refused > 0) return undefined;
      refused += 1;
      return tooMany(3);
    };
    await user.click(checkboxOf('México'));
    await user.click(checkboxOf('Warsaw, spare'));
    expect(screen.getAllByText('2 selected').length).toBeGreaterThan(0);
    await user.click(button('Test selected'));
    expect(await screen.findByText(/Continuing in [1-3] s/, {}, found)).toBeTruthy();
    await waitFor(async () => expect((await rowOf(/México/)).textContent).toContain('96 ms'), found);
    await waitFor(async () => expect((await rowOf('Warsaw, spare')).textContent).toContain('96 ms'), found);
    expect(await screen.findByText('Working: 2, not working: 0', {}, found)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Stop')).toBeNull(), found);
  });

  it('stops when it is cancelled', async () => {
    const { user, server } = openProxies(path);
    await rowOf(/Frankfurt 1/);
    server.instead = (url, { signal }) =>
      url.endsWith('/proxy/test')
        ? new Promise((_, reject) => {
            // It may be aborted before it is sent.
            if (signal?.aborted) reject(signal.reason);
            signal?.addEventListener('abort', () => reject(signal.reason));
          })
        : undefined;
    await user.click(checkboxOf('Warsaw, spare'));
    await user.click(button('Test selected'));
    const row = await rowOf('Warsaw, spare');
    await waitFor(() => expect(row.textContent).toContain('Testing…'), found);
    await user.click(button('Stop'));
    await waitFor(() => expect(row.textContent).toContain('Not tested'), found);
    await waitFor(() => expect(screen.queryByText('Stop')).toBeNull(), found);
  });
});

describe('deletion', () => {
  it('states the effect on social accounts, and deletes all selected proxies', async () => {
    const world = busyWorld();
    const { user } = openProxies(path, world);
    await rowOf(/Frankfurt 1/);
    await user.click(checkboxOf('Frankfurt 1'));
    await user.click(checkboxOf('México'));
    await user.click(button('Delete selected'));
    const question = within(await dialog('Delete 2 proxies?'));
    expect(question.getByText('5 social accounts use it:')).toBeTruthy();
    expect(question.getByText(/go offline until/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(
      () => expect(world.proxies.map(({ name }) => name)).toEqual(['新加坡', 'Warsaw, spare']),
      found,
    );
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull(), found);
    await chooseFromMenu('Warsaw, spare', 'Delete');
    const one = within(await dialog('Delete this proxy?'));
    expect(one.getByText('No social accounts use it.')).toBeTruthy();
    await user.click(one.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(world.proxies).toHaveLength(1), found);
  });
});

it('clears the selection when one of the selected proxies no longer exists', async () => {
  const world = busyWorld();
  const { user } = openProxies(path, world);
  await rowOf(/Frankfurt 1/);
  await user.click(checkboxOf('Frankfurt 1'));
  await user.click(checkboxOf('México'));
  world.proxies = world.proxies.filter(({ name }) => name !== 'México');
  await user.click(button('Delete selected'));
  const question = within(await dialog('Delete 2 proxies?'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(errorCatalogue['proxy.not-found']['en-US'], {}, found)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull(), found);
  await waitFor(() => expect(screen.queryByText('México')).toBeNull(), found);
  expect(world.proxies.map(({ name }) => name)).toContain('Frankfurt 1');
});
