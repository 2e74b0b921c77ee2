import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useScrollRestoration } from './use-scroll-restoration.ts';

afterEach(() => {
  cleanup();
  window.scrollTo(0, 0);
});

function scroll(to: number): void {
  window.scrollTo(0, to);
  window.dispatchEvent(new Event('scroll'));
}

it('restores the scroll position of each page', () => {
  const { rerender } = renderHook(({ path }) => useScrollRestoration(path), { initialProps: { path: '/a' } });
  scroll(700);
  rerender({ path: '/b' });
  expect(window.scrollY).toBe(0);
  scroll(40);
  rerender({ path: '/a' });
  expect(window.scrollY).toBe(700);
  rerender({ path: '/b' });
  expect(window.scrollY).toBe(40);
});
