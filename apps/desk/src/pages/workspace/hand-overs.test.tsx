import { type DeskServer, DeskWorld, sampleId, startDeskServer } from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HandOverNotice } from '../../features/hand-overs/HandOverNotice.tsx';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { writeAgentName } from '../../lib/agent-name.ts';
import { useDeskLocation } from './use-desk-location.ts';
import { useHandOvers } from './use-hand-overs.tsx';

const ada = sampleId(0xc1);
const returns = { id: sampleId(0x51), name: 'Returns', accountName: 'h4x8r3tz', online: true };
let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  server = await startDeskServer(world);
  world.addConversation({ id: ada, title: 'Ada' });
  world.receivers = [returns, { id: sampleId(0x52), name: 'Spain', accountName: 'k7m2p9wq', online: false }];
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function Page() {
  const location = useDeskLocation();
  const { onTriage, showAway, handOvers, panels } = useHandOvers(location);
  const conversation = world.conversations.get(ada);
  return (
    <>
      <button type="button" onClick={() => conversation && onTriage(conversation, { kind: 'hand-over' })}>
        ask
      </button>
      <button type="button" onClick={showAway}>
        away
      </button>
      {conversation ? <HandOverNotice conversation={conversation} give={handOvers.give} /> : null}
      {panels}
      <output>{useLocation().pathname}</output>
    </>
  );
}

function show(path = `/c/${ada}`) {
  const shown = renderDesk(
    <Routes>
      <Route path="/" element={<Page />} />
      <Route path="/c/:conversationId" element={<Page />} />
    </Routes>,
    server,
    path,
  );
  shown.connect();
  return shown;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = async (name: string) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Sub-account' }));
  fireEvent.click(await screen.findByText(name));
};

describe('handing a conversation over', () => {
  it('hands it with a note to a sub-account found by typing, closes it, and offers to undo', async () => {
    writeAgentName(localStorage, 'Ana');
    show();
    press('ask');
    const dialog = await screen.findByRole('dialog', { name: 'Hand over Ada' });
    const send = within(dialog).getByRole('button', { name: 'Hand over' });
    expect(send).toHaveProperty('disabled', true);
    const field = await within(dialog).findByRole('combobox', { name: 'Sub-account' });
    fireEvent.change(field, { target: { value: 'ret' } });
    await waitFor(() => expect(screen.queryByText('Spain')).toBeNull());
    await choose('Returns');
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Note' }), { target: { value: ' Boots ' } });
    fireEvent.click(send);
    await screen.findByText('Handed over to Returns');
    expect(world.away.get(ada)?.handOver).toMatchObject({
      to: { id: returns.id },
      note: 'Boots',
      authorName: 'Ana',
    });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/'));
    press('Take back');
    await screen.findByText('Taken back');
    expect(world.conversations.has(ada)).toBe(true);
  });

  it('keeps the note when the server refuses', async () => {
    show();
    press('ask');
    await choose('Spain');
    fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: 'Boots' } });
    world.receivers = [];
    press('Hand over');
    await screen.findByText('The sub-account does not exist');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Boots');
    expect(screen.getByRole('status').textContent).toBe(`/c/${ada}`);
  });
});

it('lists the conversations that others work on, and takes one back', async () => {
  world.handOver(ada, returns, 'Wants to return the boots');
  show('/');
  press('away');
  await screen.findByText('Wants to return the boots');
  press('Take back Ada');
  await screen.findByText('No conversation is handed over');
  expect(world.conversations.has(ada)).toBe(true);
});

describe('a conversation that came from another sub-account', () => {
  const handOver = { from: 'Spain', authorName: 'Ana', note: 'Boots, size 38', at: Date.now() };

  it('shows who handed it over and why, and hands it back after a confirmation', async () => {
    world.addConversation({ id: ada, title: 'Ada', handOver });
    show();
    await screen.findByText('Boots, size 38');
    expect(screen.getByText(/Handed over by Ana \(Spain\)/)).toBeDefined();
    press('Hand back');
    const question = await screen.findByText('Hand this conversation back?');
    const box = question.closest<HTMLElement>('.ant-popover');
    fireEvent.click(within(box ?? document.body).getByRole('button', { name: 'Hand back' }));
    await screen.findByText('Handed back');
    expect(world.conversations.has(ada)).toBe(false);
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  it('shows a toast on arrival, from which it opens', async () => {
    const { push } = show('/');
    push('handedOver', {
      id: sampleId(0x901),
      conversationId: ada,
      socialAccountId: sampleId(0xa0),
      seq: 1,
      from: 'Spain',
      authorName: null,
      takenBack: false,
    });
    await screen.findByText('Spain has handed a conversation over to you');
    press('Open');
    expect(screen.getByRole('status').textContent).toBe(`/c/${ada}`);
  });
});
