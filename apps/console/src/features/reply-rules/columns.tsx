// i18n-keys: replyRules.match.*
import './reply-rules.css';
import { ForeignText, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMaterialLabel } from '../../entities/materials/use-material-label.ts';
import { SubAccountNames } from '../../entities/sub-accounts/SubAccountNames.tsx';
import type { Column } from '../../ui/list/description.ts';
import { isKeywordRule, type ReplyRule, type RuleKind } from './rule-kinds.ts';

/** The number of keywords shown before the rest is only counted. */
const shown = 4;

function useKeywordColumns(): Column<ReplyRule>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  return [
    {
      key: 'keywords',
      title: t('replyRules.keywords'),
      width: 220,
      render: (rule) =>
        isKeywordRule(rule) ? (
          <span className="reply-rule-keywords">
            {rule.keywords.slice(0, shown).map((keyword) => (
              <Tag key={keyword}>
                <ForeignText>{keyword}</ForeignText>
              </Tag>
            ))}
            {rule.keywords.length > shown
              ? t('table.moreOf', { number: number(rule.keywords.length - shown) })
              : null}
          </span>
        ) : null,
    },
    {
      key: 'match',
      title: t('replyRules.matchRule'),
      width: 90,
      render: (rule) => (isKeywordRule(rule) ? t(`replyRules.match.${rule.match}`) : null),
    },
  ];
}

export function useRuleColumns(kind: RuleKind): readonly Column<ReplyRule>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const keywordColumns = useKeywordColumns();
  const materialLabel = useMaterialLabel();
  return [
    {
      key: 'title',
      sort: 'title',
      title: t('replyRules.ruleTitle'),
      width: 160,
      render: ({ title }) => <ForeignText className="clip">{title}</ForeignText>,
    },
    ...(kind === 'keyword' ? keywordColumns : []),
    {
      key: 'contents',
      title: t('replyRules.contents'),
      width: 260,
      render: ({ contents }) => (
        <ForeignText className="reply-rule-contents">
          {contents
            .map((content) => (content.kind === 'text' ? content.text : materialLabel(content)))
            .join('\n')}
        </ForeignText>
      ),
    },
    {
      key: 'range',
      title: t('replyRules.range'),
      width: 150,
      render: ({ range, subAccountIds, subAccountNames }) => {
        if (range === 'all') return t('replyRules.rangeAll');
        if (subAccountIds.length === 0) return t('replyRules.rangeNone');
        return <SubAccountNames names={subAccountNames} total={subAccountIds.length} />;
      },
    },
    {
      key: 'state',
      title: t('replyRules.state'),
      width: 90,
      render: ({ enabled }) => (
        <Tag color={enabled ? 'success' : 'default'}>
          {t(enabled ? 'replyRules.enabled' : 'replyRules.disabled')}
        </Tag>
      ),
    },
    {
      key: 'updatedAt',
      sort: 'updatedAt',
      title: t('replyRules.updatedAt'),
      minor: true,
      width: 150,
      className: 'numeric',
      render: ({ updatedAt }) => dateTime(updatedAt),
    },
  ];
}
