import { useEffect, useState } from 'react';

/** The value after it has not changed for a while (ms): for searches while typing. */
export function useDebounced<Value>(value: Value, rest = 300): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}
