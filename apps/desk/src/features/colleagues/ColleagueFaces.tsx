import './colleagues.css';
import { EditOutlined } from '@ant-design/icons';
import type { Colleague } from '@parley/chat-core';
import { printableLine, useFormats } from '@parley/ui';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useColleagueName } from './use-colleague-name.ts';

/** The rest are shown as a number. */
const maxFaces = 3;

/** Avatars of the colleagues who have the conversation open, with initials, and a pen for those who are replying. */
export function ColleagueFaces({ list }: { list: readonly Colleague[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const nameOf = useColleagueName();
  if (list.length === 0) return null;
  const lines = list.map((colleague) =>
    t(colleague.replying ? 'colleagues.replies' : 'colleagues.views', { name: nameOf(colleague) }),
  );
  return (
    <Tooltip title={lines.map((line) => <div key={line}>{line}</div>)}>
      <ul className="desk-colleagues" aria-label={t('colleagues.here')}>
        {list.slice(0, maxFaces).map((colleague, at) => (
          <li key={colleague.person} data-replying={colleague.replying}>
            <span aria-hidden>{initialsOf(nameOf(colleague))}</span>
            {colleague.replying ? <EditOutlined aria-hidden /> : null}
            <span className="only-read-aloud">{lines[at]}</span>
          </li>
        ))}
        {list.length > maxFaces ? <li>+{number(list.length - maxFaces)}</li> : null}
      </ul>
    </Tooltip>
  );
}

/** Returns the first letters of the first two words; for scripts without spaces, the first character. */
function initialsOf(name: string): string {
  const words = printableLine(name, 30).split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
