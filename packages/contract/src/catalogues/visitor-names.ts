/** Names of website visitors who have given none. Without a schema, so that pages for visitors may import it. */
import type { InterfaceLanguage } from '../envelope.ts';

const visitors: Readonly<Record<InterfaceLanguage, string>> = { 'zh-CN': '访客', 'en-US': 'Visitor' };

/** Returns the end of a visitor's id, which distinguishes visitors and is searchable. */
export const visitorMark = (id: string): string => id.slice(-4).toUpperCase();

/** Returns a visitor's name, the same wherever people see it. */
export const visitorName = (mark: string, language: InterfaceLanguage): string =>
  `${visitors[language]} ${mark}`;
