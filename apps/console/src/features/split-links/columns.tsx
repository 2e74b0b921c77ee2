// i18n-keys: splitLinks.eligible.*
// i18n-keys: splitLinks.modes.*
import { platforms } from '@parley/contract/catalogues';
import type { SplitLinkListed } from '@parley/contract/split-links';
import { CopyButton, ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/use-now.ts';
import type { Column } from '../../ui/list/description.ts';

function State({ link }: { link: SplitLinkListed }) {
  const { t } = useTranslation();
  const now = useNow(60_000);
  if (!link.enabled) return <Tag>{t('splitLinks.disabled')}</Tag>;
  if (link.expiresAt !== null && link.expiresAt <= now) return <Tag>{t('splitLinks.expired')}</Tag>;
  // Visitors get the contact page or the default URL, but reach no agent.
  if (link.availableCount === 0) return <Tag color="warning">{t('splitLinks.noTarget')}</Tag>;
  return <Tag color="success">{t('splitLinks.enabled')}</Tag>;
}

function useCountColumns(): readonly Column<SplitLinkListed>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  return [
    {
      key: 'targets',
      title: t('splitLinks.targets'),
      hint: t('splitLinks.targetsHint'),
      width: 80,
      className: 'numeric',
      render: ({ availableCount, targetCount }) =>
        t('splitLinks.availableOf', { available: number(availableCount), all: number(targetCount) }),
    },
    {
      key: 'visitsToday',
      title: t('splitLinks.visitsToday'),
      width: 95,
      className: 'numeric',
      sort: 'visitsToday',
      render: ({ visitsToday }) => number(visitsToday),
    },
    {
      key: 'visits',
      title: t('splitLinks.visits'),
      width: 95,
      className: 'numeric',
      sort: 'visits',
      render: ({ visits }) => number(visits),
    },
    {
      key: 'conversions',
      title: t('splitLinks.conversions'),
      hint: t('splitLinks.conversionsHint'),
      width: 110,
      className: 'numeric',
      sort: 'conversions',
      render: ({ conversions, newFans }) =>
        t('splitLinks.conversionsOf', { all: number(conversions), new: number(newFans) }),
    },
  ];
}

function useRecordColumns(): readonly Column<SplitLinkListed>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  return [
    {
      key: 'remark',
      title: t('splitLinks.remark'),
      minor: true,
      width: 160,
      render: ({ remark }) => <ForeignText className="clip">{remark}</ForeignText>,
    },
    {
      key: 'emailAddress',
      title: t('splitLinks.emailAddress'),
      minor: true,
      width: 180,
      render: ({ emailAddress }) => <ForeignText className="clip">{emailAddress}</ForeignText>,
    },
    {
      key: 'createdAt',
      title: t('splitLinks.created'),
      minor: true,
      width: 150,
      className: 'numeric',
      sort: 'createdAt',
      render: ({ createdAt }) => dateTime(createdAt),
    },
  ];
}

export function useSplitLinkColumns(): readonly Column<SplitLinkListed>[] {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return [
    {
      key: 'name',
      title: t('splitLinks.name'),
      width: 160,
      sort: 'name',
      render: ({ name }) => <ForeignText className="clip">{name}</ForeignText>,
    },
    {
      key: 'url',
      title: t('splitLinks.shortLink'),
      width: 150,
      render: ({ code, domain, url }) => (
        <span className="with-copy">
          <span className="code">{`${domain ?? ''}/s/${code}`}</span>
          <CopyButton text={url} label={t('splitLinks.copyLink')} />
        </span>
      ),
    },
    { key: 'state', title: t('splitLinks.state'), width: 100, render: (link) => <State link={link} /> },
    {
      key: 'platform',
      title: t('table.platform'),
      width: 110,
      render: ({ platform }) => platforms[platform].names[language],
    },
    {
      key: 'type',
      title: t('splitLinks.type'),
      width: 170,
      render: ({ eligibility, mode }) =>
        t('splitLinks.typeAndMode', {
          type: t(`splitLinks.eligible.${eligibility}`),
          mode: t(`splitLinks.modes.${mode}`),
        }),
    },
    ...useCountColumns(),
    ...useRecordColumns(),
  ];
}
