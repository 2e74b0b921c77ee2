import { act, render } from '@testing-library/react';
import { Activity } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { differs, hasUnsaved, useUnsaved } from './unsaved-changes.ts';

function Page({ unsaved }: { unsaved: boolean }) {
  useUnsaved(unsaved);
  return null;
}
const at = (mode: 'visible' | 'hidden', unsaved: boolean) => (
  <MemoryRouter initialEntries={['/other']}>
    <Activity mode={mode}>
      <Routes location="/page">
        <Route path="*" element={<Page unsaved={unsaved} />} />
      </Routes>
    </Activity>
  </MemoryRouter>
);
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('marks a page as unsaved only while it has unsaved input, also in a background tab', () => {
  const { rerender, unmount } = render(at('visible', false));
  expect([hasUnsaved('/page'), asksBeforeLeaving()]).toEqual([false, false]);
  rerender(at('visible', true));
  expect([hasUnsaved('/page'), hasUnsaved('/other'), asksBeforeLeaving()]).toEqual([true, false, true]);
  act(() => rerender(at('hidden', true)));
  expect([hasUnsaved('/page'), asksBeforeLeaving()]).toEqual([true, true]);
  rerender(at('visible', false));
  expect([hasUnsaved('/page'), asksBeforeLeaving()]).toEqual([false, false]);
  rerender(at('visible', true));
  unmount();
  expect([hasUnsaved('/page'), asksBeforeLeaving()]).toEqual([false, false]);
});

describe('changed values', () => {
  it.each([
    [undefined, { a: '' }, false],
    [{ a: 'x' }, { a: 'x', notInTheForm: 'y' }, false],
    [{ a: 'x', b: [1] }, { a: 'x', b: [1] }, false],
    [{ a: 'y' }, { a: 'x' }, true],
    [{ a: { url: null, fileId: '1' } }, { a: { url: null } }, true],
    [{ a: undefined }, { a: 'x' }, true],
    [{ a: '' }, { a: null }, false],
    [{ a: { token: '', url: 'u' } }, { a: { url: 'u' } }, false],
    [{ a: { chosen: [] } }, { a: {} }, false],
    [{ a: false }, { a: null }, true],
  ])('%#', (values, saved, different) => {
    expect(differs(values, saved)).toBe(different);
  });
});
