import { useEffect, useState } from 'react';

/** Returns the value once it hasn't changed for `rest` ms, e.g. for searches while typing. */
export function useDebounced<Value>(value: Value, rest = 300): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}
