import { platforms } from '@parley/contract/catalogues';
import type { FanDetails } from '@parley/contract/fans';
import { ErrorPanel, ForeignText, interfaceLanguageOf, lazyDialog, lazyPart, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import { FanType } from './columns.tsx';
import { FanLog } from './FanLog.tsx';
import { person } from './queries.ts';
import { useFanName } from './use-fan-name.ts';

const MergeFans = lazyDialog(async () => (await import('./MergeFans.tsx')).MergeFans);
const FanQrCode = lazyPart(async () => (await import('./FanQrCode.tsx')).FanQrCode);

type Properties = {
  fanId: string;
  tagsOf: (ids: readonly string[]) => ReactNode;
  onOpen: (fanId: string) => void;
  onClose: () => void;
};

/**
 * Shows all known data of a person: the accounts where they are a fan, their identities, and why they count as they do.
 */
export function FanDrawer({ fanId, tagsOf, onOpen, onClose }: Properties) {
  const { t } = useTranslation();
  const query = useQuery(person(useClient(), fanId));
  const personName = usePersonName();
  const nameOf = useFanName();
  const [merging, setMerging] = useState(false);
  useRestoredFocus(merging);
  const close = () => setMerging(false);
  return (
    <Drawer
      open
      size="large"
      title={<ForeignText>{query.data ? personName(query.data) : t('fans.details')}</ForeignText>}
      onClose={onClose}
      extra={
        query.data === undefined ? null : (
          <Button onClick={() => setMerging(true)}>{t('fans.mergeOther')}</Button>
        )
      }
    >
      {merging && query.data !== undefined ? (
        <MergeFans
          fan={{
            fanId: query.data.fanId,
            name: personName(query.data),
            place: query.data.rows[0]?.socialAccountName ?? '',
          }}
          onClose={close}
          onMerged={close}
        />
      ) : null}
      {query.error ? <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data === undefined && !query.error ? <Skeleton /> : null}
      {query.data === undefined ? null : (
        <Tabs
          items={[
            {
              key: 'rows',
              label: t('fans.accounts'),
              children: <Rows details={query.data} tagsOf={tagsOf} />,
            },
            {
              key: 'log',
              label: t('fans.log'),
              children: (
                <FanLog
                  fanId={query.data.fanId}
                  rows={query.data.rows}
                  names={new Map(onPlatforms(query.data).map((one) => [one.ownFanId, nameOf(one)]))}
                  onOpen={onOpen}
                />
              ),
            },
            { key: 'identities', label: t('fans.identities'), children: <Identities details={query.data} /> },
          ]}
        />
      )}
    </Drawer>
  );
}

/** Returns a function that names a person by the first of their rows. */
function usePersonName(): (details: FanDetails) => string {
  const { t } = useTranslation();
  const nameOf = useFanName();
  return ({ nickname, rows: [row] }) => (row === undefined ? nickname || t('fans.unnamed') : nameOf(row));
}

type Part = { details: FanDetails };

function Rows({ details, tagsOf }: Part & Pick<Properties, 'tagsOf'>) {
  const { t, i18n } = useTranslation();
  const { dateTime } = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  if (details.rows.length === 0) return <p className="quiet">{t('fans.noRows')}</p>;
  return (
    <ul className="plain-list">
      {details.rows.map((row) => (
        <li key={row.id}>
          <h3>
            <ForeignText>{row.socialAccountName || t('fans.gone')}</ForeignText>{' '}
            <span className="quiet">{platforms[row.platform].names[language]}</span>
          </h3>
          <p>
            <FanType type={row.type} /> {tagsOf(row.tagIds)}
          </p>
          <p className="quiet">
            {t('fans.rowTimes', { grown: dateTime(row.grownAt), active: dateTime(row.lastActiveAt) })}
          </p>
          {row.note === '' ? null : <ForeignText>{row.note}</ForeignText>}
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

/** Excludes phone numbers, which belong to no platform. */
const onPlatforms = ({ identities }: FanDetails) =>
  identities.flatMap(({ platform, ...one }) => (platform === null ? [] : [{ ...one, platform }]));

function Identities({ details }: Part) {
  const { t, i18n } = useTranslation();
  const { dateTime } = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  return (
    <ul className="plain-list">
      {details.identities.map(({ id, platform, account, handle, knownSince }) => (
        <li key={id}>
          {platform === null ? t('fans.phone') : platforms[platform].names[language]}:{' '}
          <span className="code">{platform === null ? `+${account}` : account}</span>{' '}
          {handle === '' ? null : <ForeignText>{`@${handle}`}</ForeignText>}{' '}
          <span className="quiet numeric">{dateTime(knownSince)}</span>
        </li>
      ))}
    </ul>
  );
}
