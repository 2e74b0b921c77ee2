import { type InterfaceLanguage, interfaceLanguage } from '@parley/contract';
import { type PreferenceStorage, readKey, writeKey } from '../theme/stored-theme.ts';

/** Shared with earlier clients, so that a user's choice survives. */
const storageKey = 'arco-locale';

const fallback: InterfaceLanguage = 'zh-CN';

/** Chinese until the user has chosen otherwise. */
export function readLanguage(storage: PreferenceStorage): InterfaceLanguage {
  return interfaceLanguageOf(readKey(storage, storageKey));
}

export function writeLanguage(storage: PreferenceStorage, language: InterfaceLanguage): void {
  writeKey(storage, storageKey, language);
}

/** Narrows a tag that came from outside; anything unknown is the default. */
export function interfaceLanguageOf(tag: string | null | undefined): InterfaceLanguage {
  return interfaceLanguage.catch(fallback).parse(tag);
}

/** Each language by its own name, so that its speakers can read it. */
export const interfaceLanguageNames: Readonly<Record<InterfaceLanguage, string>> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
};
