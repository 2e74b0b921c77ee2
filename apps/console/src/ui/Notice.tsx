import './notice.css';
import type { NotificationLevel } from '@parley/contract/notifications';
import { ChatText, ForeignText } from '@parley/ui';
import type { ReactNode } from 'react';
import { NoticeLevel } from './NoticeLevel.tsx';

type Properties = {
  title: string;
  /** Plain text; its line breaks stay and its links can be followed. */
  body: string;
  level: NotificationLevel;
  /** The dates of publication and expiry. */
  facts: ReactNode;
  /** Of both texts as a BCP 47 tag, where it isn't the page's. */
  lang?: string;
};

/** A notice as its readers see it. */
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
