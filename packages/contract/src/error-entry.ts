import type { InterfaceLanguage } from './envelope.ts';

/** An error's texts. `code` is the envelope's number; `{name}` in a sentence is replaced by the detail of that name. */
export type ErrorEntry = { code: number } & Record<InterfaceLanguage, string>;

export const errorEntry = (code: number, zh: string, en: string): ErrorEntry => ({
  code,
  'zh-CN': zh,
  'en-US': en,
});
