import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input.js';
import { useEffect, useId, useState } from 'react';

type Properties = {
  /** The current search in the URL. */
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  /** The field's accessible name and placeholder. */
  label: string;
  /** Returns whether a text can be searched for; `problem` is the message shown otherwise. */
  accepts?: (text: string) => boolean;
  problem?: string;
};

/** Debounce while typing, in ms. */
const debounceMs = 300;

/** Searches while the user types, debounced; Enter searches at once. */
export function SearchField({ value, onSearch, label, accepts, problem }: Properties) {
  const [typed, setTyped] = useState(value ?? '');
  const [refused, setRefused] = useState(false);
  const problemId = useId();
  const [given, setGiven] = useState(value);
  if (given !== value) {
    // The URL was changed elsewhere (Back, a link) and takes precedence, unless it only reflects this field's own
    // search.
    setGiven(value);
    if ((value ?? '') !== typed.trim()) setTyped(value ?? '');
  }
  const wanted = typed.trim() === '' ? undefined : typed.trim();
  const acceptable = wanted === undefined || accepts === undefined || accepts(wanted);
  if (refused && acceptable) setRefused(false);

  useEffect(() => {
    if (wanted === value) return undefined;
    const page = window.location.pathname;
    const timer = setTimeout(() => {
      // The user has navigated to another page, which is still loading: a search would lead back here.
      if (window.location.pathname !== page) return;
      if (acceptable) onSearch(wanted);
      else setRefused(true);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [wanted, value, onSearch, acceptable]);

  return (
    <>
      <Input
        allowClear
        className="search-field"
        prefix={<SearchOutlined />}
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={typed}
        {...(refused ? { status: 'error', 'aria-invalid': true, 'aria-describedby': problemId } : {})}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => (acceptable ? onSearch(wanted) : setRefused(true))}
      />
      {refused ? (
        <span id={problemId} className="search-problem" role="alert">
          {problem}
        </span>
      ) : null}
    </>
  );
}
