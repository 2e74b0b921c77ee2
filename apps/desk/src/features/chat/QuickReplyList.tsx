import './quick-reply-list.css';
import { PaperClipOutlined } from '@ant-design/icons';
import { sameLanguage } from '@parley/contract/catalogues';
import { type DeskQuickReply, fillIn, type QuickReplyValues } from '@parley/contract/quick-replies';
import { ErrorPanel, ForeignText, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { useActiveInSight } from '../../lib/use-list-keys.ts';
import type { QuickReplies } from './use-quick-replies.ts';

type Properties = {
  id: string;
  replies: QuickReplies;
  values: QuickReplyValues;
  /** BCP 47; null while unknown. */
  customerLanguage: string | null;
};

export const optionId = (listId: string, at: number) => `${listId}-${at}`;

/** Lists the matching quick replies above the text area, which keeps the focus. */
export function QuickReplyList({ id, replies, values, customerLanguage }: Properties) {
  const { t } = useTranslation();
  const { list, active, problem, isLoading } = replies;
  const shown = useActiveInSight(active);
  if (problem) return <ErrorPanel problem={problem} onRetry={replies.retry} />;
  if (list.length === 0) {
    return (
      <p className="desk-quick-replies-none" role="status">
        {t(isLoading ? 'quickReplies.loading' : 'quickReplies.none')}
      </p>
    );
  }
  return (
    <div
      ref={shown}
      id={id}
      role="listbox"
      aria-label={t('quickReplies.label')}
      className="desk-quick-replies"
    >
      {list.map((reply, at) => (
        <Option
          key={reply.id}
          id={optionId(id, at)}
          reply={reply}
          active={at === active}
          text={fillIn(reply.content, values)}
          customerLanguage={customerLanguage}
          onPick={() => replies.pick(reply)}
          onActivate={() => replies.activate(at)}
        />
      ))}
    </div>
  );
}

type OptionProperties = {
  id: string;
  reply: DeskQuickReply;
  active: boolean;
  text: string;
  customerLanguage: string | null;
  onPick: () => void;
  onActivate: () => void;
};

function Option({ id, reply, active, text, customerLanguage, onPick, onActivate }: OptionProperties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const ready =
    customerLanguage !== null &&
    [reply.language, ...reply.languages].some((one) => sameLanguage(one, customerLanguage));
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the text area keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text area
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="desk-quick-reply"
      // A click would first take the focus from the text area.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onMouseMove={active ? undefined : onActivate}
    >
      <span className="desk-quick-reply-head">
        <ForeignText className="desk-quick-reply-title">{reply.title}</ForeignText>
        <ForeignText className="desk-quick-reply-name">{`/${reply.name}`}</ForeignText>
        {ready ? (
          <span className="desk-quick-reply-ready">
            {t('quickReplies.ready', { language: formats.language(customerLanguage) })}
          </span>
        ) : null}
      </span>
      <ForeignText className="desk-quick-reply-text">{text}</ForeignText>
      {reply.material === null ? null : (
        <span className="desk-quick-reply-medium">
          <PaperClipOutlined role="img" aria-label={t('quickReplies.with')} />{' '}
          <ForeignText>{reply.material.title}</ForeignText>
        </span>
      )}
    </div>
  );
}
