// i18n-keys: sensitiveWords.did.*
// i18n-keys: sensitiveWords.writer.*
// i18n-keys: sensitiveWords.place.*
import './sensitive-words.css';
import type { SensitiveWordRecord } from '@parley/contract/sensitive-words';
import { ForeignText, Moment, useConversationTitle, useFormats, useShownTimeZone } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { Column } from '../../ui/list/description.ts';
import { Finds } from './Finds.tsx';
import { actionColors } from './rule-columns.tsx';

/** Path of the conversation in the chat history, at the message if there is one. */
const historyOf = ({ conversationId, seq }: SensitiveWordRecord) =>
  `${paths.chatHistory}?conversation=${conversationId}${seq === null ? '' : `&at=${seq}`}`;

function MessageCell({ record }: { record: SensitiveWordRecord }) {
  const { t } = useTranslation();
  return (
    <span className="two-lines">
      {record.excerpt === '' ? (
        <span className="quiet">{t('sensitiveWords.notKept')}</span>
      ) : (
        <ForeignText className="sensitive-excerpt">{record.excerpt}</ForeignText>
      )}
      <span className="quiet">
        {t(`sensitiveWords.writer.${record.direction}`)} · {t(`sensitiveWords.place.${record.foundIn}`)}
        {record.messageId === null && record.foundIn !== 'comment'
          ? ` · ${t('sensitiveWords.refused')}`
          : null}
      </span>
    </span>
  );
}

function ConversationCell({ record }: { record: SensitiveWordRecord }) {
  const titleOf = useConversationTitle();
  const { conversationTitle: title, conversationNamed: named } = record;
  return (
    <Link to={historyOf(record)}>
      <ForeignText className="clip">{titleOf({ title, named })}</ForeignText>
    </Link>
  );
}

export function useRecordColumns(): readonly Column<SensitiveWordRecord>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const zone = useShownTimeZone();
  const time = t('sensitiveWords.time');
  return [
    {
      key: 'time',
      title: zone === undefined ? time : t('zones.of', { what: time, zone }),
      width: 150,
      className: 'numeric',
      render: (record) => <Moment at={record.time}>{dateTime(record.time)}</Moment>,
    },
    {
      key: 'rule',
      title: t('sensitiveWords.rule'),
      width: 150,
      render: ({ ruleTitle }) => <ForeignText className="clip">{ruleTitle}</ForeignText>,
    },
    {
      key: 'action',
      title: t('sensitiveWords.actionTitle'),
      width: 90,
      render: ({ action }) => <Tag color={actionColors[action]}>{t(`sensitiveWords.did.${action}`)}</Tag>,
    },
    {
      key: 'finds',
      title: t('sensitiveWords.found'),
      width: 180,
      render: ({ finds }) => <Finds finds={finds} />,
    },
    {
      key: 'message',
      title: t('sensitiveWords.message'),
      width: 260,
      render: (record) => <MessageCell record={record} />,
    },
    {
      key: 'conversation',
      title: t('sensitiveWords.conversation'),
      width: 160,
      render: (record) => <ConversationCell record={record} />,
    },
    {
      key: 'subAccount',
      title: t('sensitiveWords.subAccount'),
      width: 150,
      render: (record) => (
        <span className="two-lines">
          <ForeignText>{record.subAccountRemark}</ForeignText>
          <ForeignText className="quiet">{record.socialAccountName}</ForeignText>
        </span>
      ),
    },
  ];
}
