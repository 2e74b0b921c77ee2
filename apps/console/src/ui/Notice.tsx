import './notice.css';
import type { NotificationLevel } from '@parley/contract/notifications';
import { ChatText, ForeignText } from '@parley/ui';
import type { ReactNode } from 'react';
import { NoticeLevel } from './NoticeLevel.tsx';

type Properties = {
  title: string;
  /** Plain text; line breaks are kept and links are clickable. */
  body: string;
  level: NotificationLevel;
  /** The dates of publication and expiry. */
  facts: ReactNode;
  /** Language of both texts as a BCP 47 tag, where it differs from the page's. */
  lang?: string;
};

/** A notice as shown to its readers. */
export function Notice({ title, body, level, facts, lang }: Properties) {
  return (
    <article className="notice">
      <h2>
        <ForeignText lang={lang ?? null}>{title}</ForeignText>
      </h2>
      <p className="notice-facts">
        <NoticeLevel level={level} />
        {facts}
      </p>
      <ChatText text={body} lang={lang ?? null} className="notice-body" />
    </article>
  );
}
