import type { InterfaceLanguage } from '../envelope.ts';
import { type PlatformId, platforms } from './platforms.ts';
import { visitorMark, visitorName } from './visitor-names.ts';

type Titled = { title: string; chatId: string; platform: PlatformId };

/**
 * Returns false if the platform provides no name, so that the title is an id. Ids that people recognize, such as addresses, count
 * as names.
 */
export const isNamed = ({ title, chatId, platform }: Titled): boolean =>
  title !== chatId || !platforms[platform].anonymousPeers;

/** Returns the title as people see it, with the name of an unnamed visitor instead of the id. */
export const shownTitle = (conversation: Titled, language: InterfaceLanguage): string =>
  isNamed(conversation) ? conversation.title : visitorName(visitorMark(conversation.title), language);
