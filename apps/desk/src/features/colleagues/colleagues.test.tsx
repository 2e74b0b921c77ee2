import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import type { ColleagueAct } from '@parley/contract/conversations';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { ColleagueFaces } from './ColleagueFaces.tsx';
import { ReplyingLine } from './ReplyingLine.tsx';
import { useColleagues } from './use-colleagues.ts';

let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  world.addConversation({ id: here });
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function Head() {
  const { list, onWriting } = useColleagues(here);
  return (
    <>
      <ColleagueFaces list={list} />
      <ReplyingLine list={list} />
      <button type="button" onClick={() => onWriting(true)}>
        write
      </button>
    </>
  );
}

function show() {
  const page = renderDesk(<Head />, server);
  const signal = (n: number, act: ColleagueAct, name: string | null) =>
    page.push('colleague', { conversationId: here, person: `p${n}`, page: sampleId(n), act, name });
  return { ...page, signal };
}
const faces = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('shows the initials of colleagues, who replies, and how many more there are', async () => {
  const { signal } = show();
  expect(screen.queryByRole('list')).toBeNull();
  signal(1, 'viewing', 'Ana María López');
  signal(2, 'replying', '李娜');
  expect(faces()).toEqual(['李李娜 is replying', 'AMAna María López has this conversation open']);
  expect(screen.getByRole('status').textContent).toBe('李娜 is replying');
  signal(3, 'replying', null);
  signal(4, 'replying', 'Cleo\u202E');
  expect(screen.getByRole('status').textContent).toBe('李娜 and 2 others are replying');
  expect(faces()).toHaveLength(4);
  expect(faces().at(-1)).toBe('+1');
  for (const n of [1, 2, 3]) signal(n, 'left', null);
  expect(faces()).toEqual(['CCleo is replying']);
});

it('signals the opening, the reply and the leaving, under the name that was given', async () => {
  localStorage.setItem('desk:name', 'Ana');
  const { unmount } = show();
  await waitFor(() => expect(world.signals).toHaveLength(1));
  fireEvent.click(screen.getByText('write'));
  await waitFor(() => expect(world.signals).toHaveLength(2));
  unmount();
  await waitFor(() => expect(world.signals.map(({ act }) => act)).toEqual(['viewing', 'replying', 'left']));
  expect(new Set(world.signals.map(({ name, page }) => `${name} ${page}`)).size).toBe(1);
  expect(world.signals[0]?.name).toBe('Ana');
});
