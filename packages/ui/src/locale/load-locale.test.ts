import { expect, it } from 'vitest';
import { loadLocale, switchLanguage } from './load-locale.ts';

const texts = (greeting: string) => async () => ({ default: { greeting } });

it('fetches one language, and the other when it is switched to', async () => {
  let asked = 0;
  const english = async () => {
    asked += 1;
    return { default: { greeting: 'Hello' } };
  };
  const i18n = await loadLocale({ 'zh-CN': texts('你好'), 'en-US': english }, 'zh-CN');
  expect([i18n.t('greeting'), i18n.t('action.retry', { ns: 'ui' }), asked]).toEqual(['你好', '重试', 0]);
  await switchLanguage(i18n, 'en-US');
  await switchLanguage(i18n, 'zh-CN');
  await switchLanguage(i18n, 'en-US');
  expect([i18n.t('greeting'), i18n.t('action.retry', { ns: 'ui' }), asked]).toEqual([
    'Hello',
    'Try again',
    1,
  ]);
});

it('keeps the language when the other can’t be fetched, and tries again when asked again', async () => {
  let online = false;
  const english = async () => {
    if (!online) throw new TypeError('Failed to fetch');
    return { default: { greeting: 'Hello' } };
  };
  const i18n = await loadLocale({ 'zh-CN': texts('你好'), 'en-US': english }, 'zh-CN');
  await expect(switchLanguage(i18n, 'en-US')).rejects.toThrow('Failed to fetch');
  expect([i18n.language, i18n.t('greeting')]).toEqual(['zh-CN', '你好']);
  online = true;
  await switchLanguage(i18n, 'en-US');
  expect(i18n.t('greeting')).toBe('Hello');
});
