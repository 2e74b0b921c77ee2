// i18n-keys: fans.types.*
import { platforms } from '@parley/contract/catalogues';
import type { Fan } from '@parley/contract/fans';
import { ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';
import { accountName, useFanName } from './use-fan-name.ts';

const typeColours = { base: 'default', new: 'success', repeat: 'warning' } as const;

/** The fan's type as a tag. */
export function FanType({ type }: { type: Fan['type'] }) {
  const { t } = useTranslation();
  return <Tag color={typeColours[type]}>{t(`fans.types.${type}`)}</Tag>;
}

type Does = {
  tagsOf: (ids: readonly string[]) => ReactNode;
  onOpen: (fan: Fan) => void;
};

/** Returns builders for text and time columns. */
function useCells() {
  const { dateTime } = useFormats();
  const words = (key: string, title: string, width: number, textOf: (fan: Fan) => string): Column<Fan> => ({
    key,
    title,
    width,
    render: (fan) => {
      const text = textOf(fan);
      if (text.trim() === '') return <span className="quiet">–</span>;
      return <ForeignText className="clip">{text}</ForeignText>;
    },
  });
  const time = (key: string, title: string, timeOf: (fan: Fan) => number | null): Column<Fan> => ({
    key,
    title,
    width: 150,
    className: 'numeric',
    render: (fan) => {
      const at = timeOf(fan);
      return at === null ? <span className="quiet">–</span> : dateTime(at);
    },
  });
  return { words, time };
}

function FanLink({ link }: Pick<Fan, 'link'>) {
  if (link === null) return <span className="quiet">–</span>;
  return (
    <a href={link} target="_blank" rel="noreferrer noopener" className="clip">
      {link.replace(/^https:\/\//, '')}
    </a>
  );
}

/** Columns about the person: name, type and contact data. */
function usePersonColumns(onOpen: Does['onOpen']): Column<Fan>[] {
  const { t } = useTranslation();
  const { words } = useCells();
  const nameOf = useFanName();
  return [
    {
      key: 'nickname',
      title: t('fans.nickname'),
      width: 170,
      render: (fan) => (
        <Button type="link" className="inline-link" onClick={() => onOpen(fan)}>
          <ForeignText className="clip">{nameOf(fan)}</ForeignText>
        </Button>
      ),
    },
    { key: 'type', title: t('fans.type'), width: 80, render: ({ type }) => <FanType type={type} /> },
    words('account', t('fans.account'), 150, accountName),
    {
      key: 'link',
      title: t('fans.link'),
      width: 140,
      minor: true,
      render: ({ link }) => <FanLink link={link} />,
    },
    words('phone', t('fans.phone'), 130, ({ phone }) => phone),
  ];
}

export function useFanColumns({ tagsOf, onOpen }: Does): Column<Fan>[] {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const { dateTime } = useFormats();
  const { words, time } = useCells();
  return [
    ...usePersonColumns(onOpen),
    words('subAccount', t('fans.subAccount'), 130, ({ subAccountName }) => subAccountName),
    words('socialAccount', t('fans.socialAccount'), 140, ({ socialAccountName }) => socialAccountName),
    {
      key: 'platform',
      title: t('fans.platform'),
      width: 110,
      render: ({ platform }) => platforms[platform].names[language],
    },
    { ...time('grownAt', t('fans.grownAt'), ({ grownAt }) => grownAt), sort: 'grownAt' },
    {
      key: 'lastActiveAt',
      title: t('fans.lastActiveAt'),
      width: 150,
      className: 'numeric',
      hint: t('fans.lastActiveHint'),
      sort: 'lastActiveAt',
      render: ({ lastActiveAt, active }) => (
        <>
          {dateTime(lastActiveAt)} {active ? null : <Tag>{t('fans.inactive')}</Tag>}
        </>
      ),
    },
    {
      ...time('firstLoginAt', t('fans.firstLoginAt'), ({ firstLoginAt }) => firstLoginAt),
      hint: t('fans.loginHint'),
      minor: true,
    },
    { ...time('onlineSince', t('fans.onlineSince'), ({ onlineSince }) => onlineSince), minor: true },
    { key: 'tags', title: t('fans.tags'), width: 160, render: ({ tagIds }) => tagsOf(tagIds) },
    { ...words('alias', t('fans.alias'), 120, ({ alias }) => alias), minor: true },
    { ...words('note', t('fans.note'), 180, ({ note }) => note), minor: true },
  ];
}
