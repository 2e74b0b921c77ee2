import { Input, type InputProps } from 'antd';
import { useState } from 'react';

/** A text that isn't a whole number is kept as it is, for the form's rule to refuse. */
export type TypedNumber = number | string | null;

export type WholeNumberProperties = Omit<
  InputProps,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'
> & {
  value?: TypedNumber;
  onChange?: (value: TypedNumber) => void;
};

/** Digits, optionally in groups of three. */
const wholeNumber = /^[-+]?(\d+|\d{1,3}([ ,]\d{3})+)$/;

function read(text: string): TypedNumber {
  // A Chinese keyboard may produce full-width digits.
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  return wholeNumber.test(plain) ? Number(plain.replace(/[ ,]/g, '')) : plain;
}

/**
 * A field for a whole number such as characters, days or a goal, validated by the form's rule. antd's `InputNumber` would
 * round, clamp or shorten an invalid entry to a valid one: “12.7” to 13, “10万” to 10.
 */
export function WholeNumberInput({ value = null, onChange, ...rest }: WholeNumberProperties) {
  const [typed, setTyped] = useState('');
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode="numeric"
      // The typed text is shown until the form has another value.
      value={read(typed) === value ? typed : (value ?? '')}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange?.(read(target.value));
      }}
    />
  );
}
