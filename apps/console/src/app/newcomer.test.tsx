/** The help for logged-out users. */
import { defaultContactId, getContact } from '@parley/contract/support';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found, openConsole } from './testing/open-console.tsx';

it('requests the default contact before any login', async () => {
  const { server } = openConsole('/login', false);
  const request = `${getContact.path}?id=${defaultContactId}`;
  await waitFor(() => expect(server.asked.filter((line) => line.endsWith(request))).toHaveLength(1), found);
  expect(await screen.findByLabelText('E-mail', {}, found)).toBeTruthy();
});
