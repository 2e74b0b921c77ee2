import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useState } from 'react';

type Properties = {
  /** What is searched for now, as the address has it. */
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  /** The field's name and placeholder. */
  label: string;
};

/** How long the typing must rest before a search begins, in milliseconds. */
const restMs = 300;

/** Searches while the user types; Enter searches at once. */
export function SearchField({ value, onSearch, label }: Properties) {
  const [typed, setTyped] = useState(value ?? '');
  const [given, setGiven] = useState(value);
  if (given !== value) {
    // The address changed from elsewhere (back, a link): it wins, unless it is our own search coming back.
    setGiven(value);
    if ((value ?? '') !== typed.trim()) setTyped(value ?? '');
  }
  const wanted = typed.trim() === '' ? undefined : typed.trim();

  useEffect(() => {
    if (wanted === value) return undefined;
    const timer = setTimeout(() => onSearch(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted, value, onSearch]);

  return (
    <Input
      allowClear
      className="search-field"
      prefix={<SearchOutlined />}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={() => onSearch(wanted)}
    />
  );
}
