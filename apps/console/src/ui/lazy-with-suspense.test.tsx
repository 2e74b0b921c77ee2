import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { lazyWithSuspense } from './lazy-with-suspense.tsx';

it('shows what stands in for a part until its code is there', async () => {
  const request = Promise.withResolvers<ComponentType>();
  const Part = lazyWithSuspense(() => request.promise, <p>on its way</p>);
  render(<Part />);
  expect(screen.getByText('on its way')).toBeTruthy();
  request.resolve(() => <p>here</p>);
  expect(await screen.findByText('here')).toBeTruthy();
  expect(screen.queryByText('on its way')).toBeNull();
});
