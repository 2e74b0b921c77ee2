import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { WholeNumberInput } from './WholeNumberInput.tsx';

type Value = number | string | null;

function Field({ onValue }: { onValue: (value: Value) => void }) {
  const [value, setValue] = useState<Value>(null);
  return (
    <>
      <WholeNumberInput
        aria-label="Amount"
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue(next);
        }}
      />
      <button type="button" onClick={() => setValue(7)}>
        Seven
      </button>
    </>
  );
}

it.each([
  ['12', 12],
  ['1,000,000', 1_000_000],
  ['1 000', 1_000],
  [' ５０ ', 50],
  ['-3', -3],
  ['12.7', '12.7'],
  ['1.000', '1.000'],
  ['12,7', '12,7'],
  ['10万', '10万'],
  ['1e3', '1e3'],
])('reads %j as %j and shows it as typed', async (typed, value) => {
  const onValue = vi.fn();
  render(<Field onValue={onValue} />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await userEvent.type(field, typed);
  await userEvent.tab();
  expect(onValue).toHaveBeenLastCalledWith(value);
  expect(field.value).toBe(typed);
});

it('has no value once it is cleared, and shows the value that it is given', async () => {
  const onValue = vi.fn();
  render(<Field onValue={onValue} />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await userEvent.type(field, '5');
  await userEvent.clear(field);
  expect(onValue).toHaveBeenLastCalledWith(null);
  await userEvent.click(screen.getByText('Seven'));
  expect(field.value).toBe('7');
});
