import { fireEvent, screen } from '@testing-library/react';
import { found, type PageHandle } from './page-harness.tsx';

/**
 * Presses the list's export button and returns the query of the request for the file. The request is never answered, so
 * that nothing is saved.
 *
 * @param path the path of the export's endpoint
 */
export async function exportedQuery({ server }: PageHandle, path: string): Promise<string> {
  const requested = new Promise<string>((resolve) => {
    server.instead = (address) => {
      const { pathname, searchParams } = new URL(address, 'http://loopback');
      if (pathname !== path) return undefined;
      resolve(searchParams.toString());
      return new Promise(() => undefined);
    };
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Export to Excel' }, found));
  return requested;
}
