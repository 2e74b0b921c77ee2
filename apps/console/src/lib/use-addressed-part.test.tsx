import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useAddressedPart } from './use-addressed-part.ts';

/** A page whose part shows one fan, and leads to another. */
function Page() {
  const { named, open, close } = useAddressedPart('fan');
  return (
    <>
      <p>{named ?? 'closed'}</p>
      <button type="button" onClick={() => open('ana')}>
        ana
      </button>
      <button type="button" onClick={() => open('ben')}>
        ben
      </button>
      <button type="button" onClick={close}>
        close
      </button>
    </>
  );
}

function openAt(...entries: string[]) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: entries,
    initialIndex: entries.length - 1,
  });
  render(<RouterProvider router={router} />);
  const address = () => router.state.location.pathname + router.state.location.search;
  const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
  const back = () => act(() => router.navigate(-1));
  return { press, back, address, shown: () => screen.getByRole('paragraph').textContent };
}

it('closes all parts that were opened one from the other, and leaves no entry of them behind', async () => {
  const { press, back, address, shown } = openAt('/before', '/fans?page=2');
  await press('ana');
  await press('ben');
  expect([address(), shown()]).toEqual(['/fans?page=2&fan=ben', 'ben']);
  await press('close');
  expect([address(), shown()]).toEqual(['/fans?page=2', 'closed']);
  await back();
  expect(address()).toBe('/before');
});

it('goes back to the part before', async () => {
  const { press, back, shown } = openAt('/fans');
  await press('ana');
  await press('ben');
  await back();
  expect(shown()).toBe('ana');
  await back();
  expect(shown()).toBe('closed');
});

it.each([
  { title: 'a part that a link has opened', opened: [] },
  { title: 'parts that were opened from one that a link has opened', opened: ['ben', 'ana'] },
])('closes $title', async ({ opened }) => {
  const { press, address, shown } = openAt('/fans?fan=ana');
  for (const name of opened) await press(name);
  await press('close');
  expect([address(), shown()]).toEqual(['/fans', 'closed']);
});
