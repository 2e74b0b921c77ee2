import { isShown } from '@parley/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';

it('shows the only message about the conflict, and moves the focus to it from the pressed button', () => {
  const conflict = new Error('resource.stale');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChangedMeanwhile
        problem={conflict}
        read={() => Promise.resolve({ version: 2 })}
        onTakeTheirs={() => undefined}
        onKeepMine={() => undefined}
      />
    </QueryClientProvider>,
  );
  // No toast repeats what the page itself shows.
  expect(isShown(conflict)).toBe(true);
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true);
});
