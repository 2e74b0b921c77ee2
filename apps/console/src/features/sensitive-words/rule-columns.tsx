// i18n-keys: sensitiveWords.action.*
// i18n-keys: sensitiveWords.links sensitiveWords.walletAddresses sensitiveWords.phoneNumbers
// i18n-keys: sensitiveWords.sender.*
import './sensitive-words.css';
import type { SensitiveWordRuleItem } from '@parley/contract/sensitive-words';
import { ForeignText, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { SubAccountNames } from '../../entities/sub-accounts/SubAccountNames.tsx';
import type { Column } from '../../ui/list/description.ts';

export const actionColors = { log: 'default', alert: 'warning', block: 'error' } as const;
/** The number of words shown before the rest is only counted. */
const shown = 4;

function Searched({ rule }: { rule: SensitiveWordRuleItem }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const kinds = (['links', 'walletAddresses', 'phoneNumbers'] as const).filter((kind) => rule[kind]);
  return (
    <span className="sensitive-finds">
      {kinds.map((kind) => (
        <Tag key={kind} color="blue">
          {t(`sensitiveWords.${kind}`)}
        </Tag>
      ))}
      {rule.firstWords.slice(0, shown).map((word) => (
        <Tag key={`word ${word}`}>
          <ForeignText>{word}</ForeignText>
        </Tag>
      ))}
      {rule.wordCount > shown ? t('table.moreOf', { number: number(rule.wordCount - shown) }) : null}
    </span>
  );
}

export function useRuleColumns(): readonly Column<SensitiveWordRuleItem>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  return [
    {
      key: 'title',
      title: t('sensitiveWords.ruleTitle'),
      width: 160,
      render: ({ title }) => <ForeignText className="clip">{title}</ForeignText>,
    },
    {
      key: 'searched',
      title: t('sensitiveWords.searchedFor'),
      width: 260,
      render: (rule) => <Searched rule={rule} />,
    },
    {
      key: 'sender',
      title: t('sensitiveWords.messagesOf'),
      width: 120,
      render: ({ sender }) => t(`sensitiveWords.sender.${sender}`),
    },
    {
      key: 'action',
      title: t('sensitiveWords.actionTitle'),
      width: 90,
      render: ({ action }) => <Tag color={actionColors[action]}>{t(`sensitiveWords.action.${action}`)}</Tag>,
    },
    {
      key: 'range',
      title: t('sensitiveWords.range'),
      width: 150,
      render: ({ range, subAccountCount, subAccountNames }) => {
        if (range === 'all') return t('sensitiveWords.rangeAll');
        if (subAccountCount === 0) return t('sensitiveWords.rangeNone');
        return <SubAccountNames names={subAccountNames} total={subAccountCount} />;
      },
    },
    {
      key: 'state',
      title: t('sensitiveWords.state'),
      width: 90,
      render: ({ enabled }) => (
        <Tag color={enabled ? 'success' : 'default'}>
          {t(enabled ? 'sensitiveWords.enabled' : 'sensitiveWords.disabled')}
        </Tag>
      ),
    },
    {
      key: 'updatedAt',
      title: t('sensitiveWords.updatedAt'),
      minor: true,
      width: 150,
      className: 'numeric',
      render: ({ updatedAt }) => dateTime(updatedAt),
    },
  ];
}
