// i18n-keys: splitLinks.clients.*
// i18n-keys: splitLinks.outcomes.*
// i18n-keys: splitLinks.verdicts.*
import './split-links.css';
import type { SplitLinkListed, SplitVisit } from '@parley/contract/split-links';
import { EmptyState, ErrorPanel, ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton, Tabs, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProspectiveFanStateTag } from '../../entities/prospective-fans/ProspectiveFanStateTag.tsx';
import { countryName } from '../../lib/countries.ts';
import { fanPath, paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session-context.tsx';
import { ConversionAgents } from './ConversionAgents.tsx';
import { contactsOf, conversionsOf, visitsOf } from './queries.ts';

type Properties = { link: SplitLinkListed; onClose: () => void };

/** The visits of a split link, its conversions, and the contact details left by visitors. */
export function SplitLinkRecords({ link, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Drawer open size={640} title={t('splitLinks.recordsOf', { name: link.name })} onClose={onClose}>
      <Tabs
        items={[
          { key: 'visits', label: t('splitLinks.visitsTab'), children: <Visits splitLinkId={link.id} /> },
          {
            key: 'conversions',
            label: t('splitLinks.conversionsTab', { count: link.conversions }),
            children: (
              <>
                {link.conversions === 0 ? null : <ConversionAgents splitLinkId={link.id} />}
                <Conversions splitLinkId={link.id} />
              </>
            ),
          },
          {
            key: 'contacts',
            label: t('splitLinks.contactsTab', { count: link.contacts }),
            children: (
              <>
                <p className="split-records-all">
                  <Link to={`${paths.prospectiveFans}?${new URLSearchParams({ splitLinkId: link.id })}`}>
                    {t('prospectiveFans.ofLink')}
                  </Link>
                </p>
                <Contacts splitLinkId={link.id} />
              </>
            ),
          },
        ]}
      />
    </Drawer>
  );
}

function Visits({ splitLinkId }: { splitLinkId: string }) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const { dateTime } = useFormats();
  const query = useInfiniteQuery(visitsOf(useClient(), splitLinkId));
  return (
    <Records query={query} none={{ title: t('splitLinks.noVisits'), hint: t('splitLinks.noVisitsHint') }}>
      {({ id, at, outcome, url, address, country, city, ...client }) => (
        <li key={id}>
          <div>
            <span className="numeric">{dateTime(at)}</span> · <bdi>{address}</bdi>
            {country === null ? null : ` · ${countryName(country, language)}`}
            {city === null ? null : (
              <>
                {' · '}
                <ForeignText>{city}</ForeignText>
              </>
            )}
          </div>
          <div>
            {t(`splitLinks.outcomes.${outcome}`)}{' '}
            {url === null ? null : <ForeignText className="code">{url}</ForeignText>}
          </div>
          <VisitorClient {...client} />
        </li>
      )}
    </Records>
  );
}

type ClientProperties = Pick<SplitVisit, 'userAgent' | 'device' | 'system' | 'browser'>;

function VisitorClient({ userAgent, device, system, browser }: ClientProperties) {
  const { t } = useTranslation();
  const names = [
    t(`splitLinks.clients.${device}`),
    system === 'other' ? t('splitLinks.otherSystem') : system,
    browser === 'other' ? t('splitLinks.otherBrowser') : browser,
  ];
  return (
    <div>
      <span className="quiet" title={userAgent}>
        {names.join(' · ')}
      </span>
    </div>
  );
}

function Conversions({ splitLinkId }: { splitLinkId: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const query = useInfiniteQuery(conversionsOf(useClient(), splitLinkId));
  const none = { title: t('splitLinks.noConversions'), hint: t('splitLinks.noConversionsHint') };
  return (
    <Records query={query} none={none}>
      {({ id, at, visitedAt, url, socialAccountName, subAccountName, fanId, fanName, verdict }) => (
        <li key={id}>
          <div>
            <span className="numeric">{dateTime(at)}</span> · <FanName fanId={fanId} name={fanName} />{' '}
            <Tag color={verdict === 'new' ? 'success' : 'default'}>{t(`splitLinks.verdicts.${verdict}`)}</Tag>
          </div>
          <div>
            <ForeignText>{`${socialAccountName ?? t('splitLinks.gone')} · ${subAccountName ?? t('splitLinks.gone')}`}</ForeignText>
          </div>
          <div className="quiet split-records-agent">
            {t('splitLinks.visitedAt', { date: dateTime(visitedAt) })}{' '}
            <ForeignText className="code">{url}</ForeignText>
          </div>
        </li>
      )}
    </Records>
  );
}

/** Links to a person's details; the person may be unnamed. */
function FanName({ fanId, name }: { fanId: string; name: string | null }) {
  const { t } = useTranslation();
  return (
    <Link className="split-records-fan" to={fanPath(fanId)}>
      {name === null ? t('splitLinks.unnamed') : <ForeignText>{name}</ForeignText>}
    </Link>
  );
}

function Contacts({ splitLinkId }: { splitLinkId: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const query = useInfiniteQuery(contactsOf(useClient(), splitLinkId));
  return (
    <Records query={query} none={{ title: t('splitLinks.noContacts'), hint: t('splitLinks.noContactsHint') }}>
      {({ id, at, name, contact, message, state }) => (
        <li key={id}>
          <div>
            <span className="numeric">{dateTime(at)}</span>
            {name === '' ? null : (
              <>
                {' · '}
                <ForeignText>{name}</ForeignText>
              </>
            )}{' '}
            <ProspectiveFanStateTag state={state} />
          </div>
          <div>
            <ForeignText>{contact}</ForeignText>
          </div>
          <div className="quiet split-records-agent">
            <ForeignText>{message}</ForeignText>
          </div>
        </li>
      )}
    </Records>
  );
}

type RecordsProperties<Item> = {
  query: {
    data: { pages: readonly { list: readonly Item[] }[] } | undefined;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  none: { title: string; hint: string };
  children: (item: Item) => ReactNode;
};

function Records<Item>({ query, none, children }: RecordsProperties<Item>) {
  const { t } = useTranslation();
  if (query.data === undefined)
    return query.error ? (
      <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton active />
    );
  const items = query.data.pages.flatMap(({ list }) => list);
  if (items.length === 0) return <EmptyState title={none.title} hint={none.hint} />;
  return (
    <>
      <ul className="plain-list">{items.map(children)}</ul>
      {query.hasNextPage ? (
        <Button
          className="below-table"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('splitLinks.more')}
        </Button>
      ) : null}
    </>
  );
}
