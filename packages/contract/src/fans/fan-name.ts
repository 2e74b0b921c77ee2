import { platforms } from '../catalogues/platforms.ts';
import { visitorMark, visitorName } from '../catalogues/visitor-names.ts';
import type { InterfaceLanguage } from '../envelope.ts';
import type { Fan } from './endpoints.ts';

type Identity = Pick<Fan, 'handle' | 'account' | 'platform'>;
export type NamedFan = Identity & Partial<Pick<Fan, 'alias' | 'nickname'>>;

/**
 * Returns the name of a fan in lists and spreadsheets: the first of alias, nickname and handle, else the account. A website
 * visitor, whose account means nothing to people, has the same name as in the desk and the chat history.
 */
export function fanName(
  { alias = '', nickname = '', handle, account, platform }: NamedFan,
  language: InterfaceLanguage,
): string {
  const given = [alias, nickname, handle].find((name) => name !== '');
  if (given !== undefined) return given;
  return platforms[platform].anonymousPeers ? visitorName(visitorMark(account), language) : account;
}

/** Returns the account on the platform; empty where the platform's ids mean nothing to people. */
export const shownAccount = ({ account, platform }: Pick<Fan, 'account' | 'platform'>): string =>
  platforms[platform].anonymousPeers ? '' : account;
