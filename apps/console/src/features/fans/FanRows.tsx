// i18n-keys: fans.subAccount, fans.account, fans.phone, fans.alias, fans.grownAt, fans.lastActiveAt, fans.firstLoginAt
// i18n-keys: fans.onlineSince
import './fans.css';
import { platforms } from '@parley/contract/catalogues';
import type { Fan, FanDetails } from '@parley/contract/fans';
import { ForeignText, interfaceLanguageOf, lazyPart, useFormats } from '@parley/ui';
import { Button, Descriptions, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { FanType } from './columns.tsx';
import { accountName } from './use-fan-name.ts';

const FanQrCode = lazyPart(async () => (await import('./FanQrCode.tsx')).FanQrCode);

type Properties = {
  rows: FanDetails['rows'];
  tagsOf: (ids: readonly string[]) => ReactNode;
  onEdit: (fan: Fan) => void;
};

/** The social accounts that know a person, with everything that the list shows of each. */
export function FanRows({ rows, tagsOf, onEdit }: Properties) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  if (rows.length === 0) return <p className="quiet">{t('fans.noRows')}</p>;
  return (
    <ul className="plain-list">
      {rows.map((row) => (
        <li key={row.id}>
          <div className="fan-row-title">
            <h3>
              <ForeignText>{row.socialAccountName || t('fans.gone')}</ForeignText>{' '}
              <span className="quiet">{platforms[row.platform].names[language]}</span>
            </h3>
            <Button
              size="small"
              aria-label={t('fans.editAt', { account: row.socialAccountName || t('fans.gone') })}
              onClick={() => onEdit(row)}
            >
              {t('fans.edit')}
            </Button>
          </div>
          <p>
            <FanType type={row.type} /> {tagsOf(row.tagIds)}
          </p>
          <Facts row={row} />
          {row.conversationId === null ? null : (
            <p>
              <Link to={`${paths.chatHistory}?conversation=${row.conversationId}`}>{t('fans.toChat')}</Link>
            </p>
          )}
          {row.link === null ? null : <FanQrCode link={row.link} name={row.nickname} />}
        </li>
      ))}
    </ul>
  );
}

function Facts({ row }: { row: Fan }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const text = (given: string) => (given.trim() === '' ? '–' : <ForeignText>{given}</ForeignText>);
  const time = (at: number | null) => <span className="numeric">{at === null ? '–' : dateTime(at)}</span>;
  const facts = [
    ['subAccount', text(row.subAccountName || t('fans.gone'))],
    ['account', text(accountName(row))],
    ['phone', text(row.phone)],
    ['alias', text(row.alias)],
    ['grownAt', time(row.grownAt)],
    [
      'lastActiveAt',
      <>
        {time(row.lastActiveAt)} {row.active ? null : <Tag>{t('fans.inactive')}</Tag>}
      </>,
    ],
    ['firstLoginAt', time(row.firstLoginAt)],
    ['onlineSince', time(row.onlineSince)],
  ] as const;
  const note =
    row.note === ''
      ? []
      : [
          {
            key: 'note',
            label: t('fans.note'),
            span: 'filled' as const,
            children: <ForeignText>{row.note}</ForeignText>,
          },
        ];
  return (
    <Descriptions
      size="small"
      className="fan-facts"
      column={{ xs: 1, sm: 2 }}
      items={[
        ...facts.map(([name, value]) => ({ key: name, label: t(`fans.${name}`), children: value })),
        ...note,
      ]}
    />
  );
}
