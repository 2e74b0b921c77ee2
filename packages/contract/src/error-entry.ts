import type { InterfaceLanguage } from './envelope.ts';

/** `code` is the envelope's number; in the sentences, `{name}` stands for a detail. */
export type ErrorEntry = { code: number } & Record<InterfaceLanguage, string>;

export const errorEntry = (code: number, zh: string, en: string): ErrorEntry => ({
  code,
  'zh-CN': zh,
  'en-US': en,
});
