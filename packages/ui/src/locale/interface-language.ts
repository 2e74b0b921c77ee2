import { type InterfaceLanguage, interfaceLanguage } from '@parley/contract';
import { type PreferenceStorage, readKey, writeKey } from '../theme/stored-theme.ts';

/** Same key as in earlier clients, so that a user's choice survives. */
const storageKey = 'arco-locale';

const fallback: InterfaceLanguage = 'zh-CN';

/** Returns the user's choice, by default Chinese. */
export function readLanguage(storage: PreferenceStorage): InterfaceLanguage {
  return interfaceLanguageOf(readKey(storage, storageKey));
}

export function writeLanguage(storage: PreferenceStorage, language: InterfaceLanguage): void {
  writeKey(storage, storageKey, language);
}

/** Narrows an external tag; returns the default for anything unknown. */
export function interfaceLanguageOf(tag: string | null | undefined): InterfaceLanguage {
  return interfaceLanguage.catch(fallback).parse(tag);
}

/** Each language's name in the language itself, so that its speakers can read it. */
export const interfaceLanguageNames: Readonly<Record<InterfaceLanguage, string>> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
};
