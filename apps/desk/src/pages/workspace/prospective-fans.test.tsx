import {
  type DeskServer,
  DeskWorld,
  prospectiveFanWith,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProspectiveFansButton } from '../../features/prospective-fans/ProspectiveFansButton.tsx';
import { ProspectiveFansDrawer } from '../../features/prospective-fans/ProspectiveFansDrawer.tsx';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { writeAgentName } from '../../lib/agent-name.ts';

const ada = sampleId(0xc1);
const lucia = prospectiveFanWith();
const theirs = prospectiveFanWith({
  id: sampleId(0xe2),
  name: '',
  contact: 'javascript:alert(1)',
  state: 'claimed',
  holder: { id: sampleId(0x51), name: 'Night shift', authorName: 'Ben' },
  taken: true,
});

let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  world.prospectiveFans = [{ ...lucia }, { ...theirs }];
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const ignore = () => undefined;
const pathOf = (id: string) => `/c/${id}`;

function show(connected = true) {
  const shown = renderDesk(
    <>
      <ProspectiveFansButton onOpen={ignore} />
      <ProspectiveFansDrawer pathOf={pathOf} onClose={ignore} />
    </>,
    server,
  );
  if (connected) shown.connect();
  return shown;
}
const entryOf = (name: string) => screen.findByRole('listitem', { name });
/** Finds a dialog by its title, because in tests antd gives the drawer and the dialog over it the same id. */
const dialogOf = async (title: string) =>
  (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]') ?? document.body;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the list of prospective fans', () => {
  it('shows who left what and where, with a link only for numbers and mailboxes', async () => {
    show();
    const entry = await entryOf('Lucía');
    for (const part of ['Open', '¿Tienen <b>camisas</b>?', 'Spring campaign · Telegram · Spain · Spanish'])
      expect(entry.textContent).toContain(part);
    expect(within(entry).getByRole('link').getAttribute('href')).toBe('tel:+34600000000');
    const other = await entryOf('javascript:alert(1)');
    expect(within(other).queryByRole('link')).toBeNull();
    expect(other.textContent).toContain('Claimed by Ben (Night shift)');
    expect(within(other).queryByRole('button', { name: /Claim/ })).toBeNull();
  });

  it('explains an empty list, and filters by state and words', async () => {
    const { push } = show();
    await entryOf('Lucía');
    fireEvent.click(screen.getByText('Given up'));
    await screen.findByText('No results');
    await press('Clear filters');
    await entryOf('Lucía');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'javascript' } });
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Lucía' })).toBeNull());
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
    await entryOf('Lucía');
    world.prospectiveFans = [];
    push('prospectiveFans', {});
    await screen.findByText('No prospective fans yet');
  });

  it('shows why it can’t be loaded', async () => {
    server.setDown(true);
    show();
    await screen.findByRole('alert', {}, { timeout: 40_000 });
    server.setDown(false);
    await press('Try again');
    await entryOf('Lucía');
  });

  it('disables actions without a connection', async () => {
    show(false);
    const entry = await entryOf('Lucía');
    expect(within(entry).getByRole('button', { name: 'Claim: Lucía' })).toHaveProperty('disabled', true);
    expect(screen.getByText(/No connection/)).toBeDefined();
  });
});

it('counts the open entries, live', async () => {
  const { push } = show();
  await screen.findByRole('button', { name: 'Prospective fans: 1 open' });
  world.prospectiveFans = [{ ...lucia, id: sampleId(0xe3), name: 'Marta' }, ...world.prospectiveFans];
  push('prospectiveFans', {});
  await screen.findByRole('button', { name: 'Prospective fans: 2 open' });
  await entryOf('Marta');
});

describe('an agent', () => {
  it('claims one in the name of the person, and finishes it with a conversation', async () => {
    writeAgentName(localStorage, 'Ana');
    world.addConversation({ id: ada, title: 'Ada' });
    show();
    await press('Claim: Lucía');
    await waitFor(async () =>
      expect((await entryOf('Lucía')).textContent).toContain('Claimed by Ana (this sub-account)'),
    );
    expect(document.activeElement).toBe(await entryOf('Lucía'));
    await press('Done: Lucía');
    const dialog = await dialogOf('Lucía became a fan');
    fireEvent.mouseDown(await within(dialog).findByRole('combobox'));
    fireEvent.click(await screen.findByText('Ada', { selector: '.ant-select-item-option-content *' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    const link = await screen.findByRole('link', { name: 'Ada' });
    expect(link.getAttribute('href')).toBe(`/c/${ada}`);
    await press('Undo');
    await waitFor(() => expect(world.prospectiveFans[0]?.state).toBe('open'));
  });

  it('gives an entry up with a reason, and keeps it if the server refuses', async () => {
    show();
    await press('Give up: Lucía');
    const dialog = await dialogOf('Give up Lucía');
    const field = within(dialog).getByRole('textbox', { name: 'Reason (optional)' });
    fireEvent.change(field, { target: { value: 'Wrong number' } });
    Object.assign(world.prospectiveFans[0] ?? {}, { taken: true });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Give up' }));
    await screen.findByText(/has claimed this prospective fan/);
    expect(field).toHaveProperty('value', 'Wrong number');
    Object.assign(world.prospectiveFans[0] ?? {}, { taken: false });
    fireEvent.click(await within(dialog).findByRole('button', { name: /Give up$/ }));
    expect(await screen.findByText('Reason: Wrong number')).toBeDefined();
  });

  it('moves between entries and acts on them by keys alone', async () => {
    show();
    const [first, second] = [await entryOf('Lucía'), await entryOf('javascript:alert(1)')];
    within(first).getByRole('button', { name: 'Claim: Lucía' }).focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second, { key: 'c' });
    fireEvent.keyDown(second, { key: 'Home' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first, { key: 'c' });
    await waitFor(() => expect(world.prospectiveFans[0]?.state).toBe('claimed'));
    fireEvent.keyDown(first, { key: 'n' });
    const dialog = await dialogOf('Note on Lucía');
    const field = within(dialog).getByRole('textbox', { name: 'Note' });
    fireEvent.change(field, { target: { value: 'After six' } });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(world.prospectiveFans[0]?.note).toBe('After six'));
    expect(world.prospectiveFans[1]).toMatchObject({ state: 'claimed', taken: true });
  });
});
