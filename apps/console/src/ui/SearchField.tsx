import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input.js';
import { useEffect, useId, useState } from 'react';

type Properties = {
  /** The present search, as the address has it. */
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  /** The field's name and placeholder. */
  label: string;
  /** Returns whether a text can be searched for; with `problem`, the sentence that is shown where it can't. */
  accepts?: (text: string) => boolean;
  problem?: string;
};

/** The pause in typing after which a search begins, in ms. */
const restMs = 300;

/** Searches while the user types; Enter searches at once. */
export function SearchField({ value, onSearch, label, accepts, problem }: Properties) {
  const [typed, setTyped] = useState(value ?? '');
  const [refused, setRefused] = useState(false);
  const problemId = useId();
  const [given, setGiven] = useState(value);
  if (given !== value) {
    // The address changed from elsewhere (back, a link): it wins, unless it is our own search coming back.
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
      // Another page is on its way, and this one only stays until it is there: a search would lead back here.
      if (window.location.pathname !== page) return;
      if (acceptable) onSearch(wanted);
      else setRefused(true);
    }, restMs);
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
