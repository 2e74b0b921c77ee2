import { ApiError } from '@parley/api-client';
import { isShown } from '@parley/ui';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SaveProblem } from './SaveProblem.tsx';

it('shows the only message about an edit conflict, and receives the focus', () => {
  const conflict = new ApiError({ code: 409, error: 'resource.stale', message: 'Changed' });
  render(<SaveProblem problem={conflict} onReload={() => undefined} />);
  expect(isShown(conflict)).toBe(true);
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true);
});
