import { render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { expect, it } from 'vitest';
import { useRestoredFocus } from './use-restored-focus.ts';

/** Takes the focus while it is mounted, like the placeholder of a dialog whose code is loading. */
function Frame() {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    frame.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return <div ref={frame} tabIndex={-1} />;
}

function Dialog({ open }: { open: boolean }) {
  useRestoredFocus(open);
  return open ? <input aria-label="Name" /> : null;
}

function Page({ state }: { state: 'before' | 'on-its-way' | 'open' | 'closed' }) {
  return (
    <>
      <button type="button">Create</button>
      {state === 'on-its-way' ? <Frame /> : null}
      {state === 'open' || state === 'closed' ? <Dialog open={state === 'open'} /> : null}
    </>
  );
}

it('restores the focus that an element had before the placeholder of a loading dialog', () => {
  const { rerender } = render(<Page state="before" />);
  const button = screen.getByRole('button', { name: 'Create' });
  button.focus();
  rerender(<Page state="on-its-way" />);
  expect(document.activeElement).not.toBe(button);
  rerender(<Page state="open" />);
  screen.getByLabelText('Name').focus();
  rerender(<Page state="closed" />);
  expect(document.activeElement).toBe(button);
});
