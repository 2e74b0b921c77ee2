import { describe, expect, it, vi } from 'vitest';
import { addTexts, loadLocale, switchLanguage } from './load-locale.ts';

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

it('keeps the language when the other can’t be fetched, and retries on the next switch', async () => {
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

describe('texts that come with the screens that show them', () => {
  const begin = () => loadLocale({ 'zh-CN': texts('你好'), 'en-US': texts('Hello') }, 'zh-CN');
  const ofScreens = () => ({
    'zh-CN': vi.fn(async () => ({ default: { title: '设置' } })),
    'en-US': vi.fn(async () => ({ default: { title: 'Settings' } })),
  });
  const asked = (screens: ReturnType<typeof ofScreens>) => [
    screens['zh-CN'].mock.calls.length,
    screens['en-US'].mock.calls.length,
  ];

  it('fetches texts only in the current language, and finds them without their namespace', async () => {
    const [i18n, screens] = [await begin(), ofScreens()];
    await addTexts(i18n, 'screens', screens);
    expect([i18n.t('title'), i18n.t('greeting'), asked(screens)]).toEqual(['设置', '你好', [1, 0]]);
  });

  it('fetches texts once, however often a screen asks for them', async () => {
    const [i18n, screens] = [await begin(), ofScreens()];
    const first = addTexts(i18n, 'screens', screens);
    // The identical promise: a component waiting on a new one for each call would wait forever.
    expect(addTexts(i18n, 'screens', screens)).toBe(first);
    await first;
    expect(addTexts(i18n, 'screens', screens)).toBe(first);
    expect(asked(screens)).toEqual([1, 0]);
  });

  it('follows a switch of the language, and fetches each language once', async () => {
    const [i18n, screens] = [await begin(), ofScreens()];
    await addTexts(i18n, 'screens', screens);
    await switchLanguage(i18n, 'en-US');
    expect([i18n.t('title'), i18n.t('greeting')]).toEqual(['Settings', 'Hello']);
    await addTexts(i18n, 'screens', screens);
    await switchLanguage(i18n, 'zh-CN');
    await switchLanguage(i18n, 'en-US');
    expect(asked(screens)).toEqual([1, 1]);
  });

  it('keeps the language when texts can’t be fetched in the other', async () => {
    const [i18n, screens] = [await begin(), ofScreens()];
    await addTexts(i18n, 'screens', screens);
    screens['en-US'].mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(switchLanguage(i18n, 'en-US')).rejects.toThrow('Failed to fetch');
    expect([i18n.language, i18n.t('title')]).toEqual(['zh-CN', '设置']);
    await switchLanguage(i18n, 'en-US');
    expect(i18n.t('title')).toBe('Settings');
  });

  it('fetches texts again after a failure, then once per language', async () => {
    const [i18n, screens] = [await begin(), ofScreens()];
    screens['zh-CN'].mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(addTexts(i18n, 'screens', screens)).rejects.toThrow('Failed to fetch');
    await addTexts(i18n, 'screens', screens);
    expect(i18n.t('title')).toBe('设置');
    await switchLanguage(i18n, 'en-US');
    expect(asked(screens)).toEqual([2, 1]);
  });

  it('keeps texts apart by namespace', async () => {
    const i18n = await begin();
    await addTexts(i18n, 'screens', ofScreens());
    await addTexts(i18n, 'operator', { 'zh-CN': texts('运营'), 'en-US': texts('Operating') });
    await switchLanguage(i18n, 'en-US');
    expect([i18n.t('title'), i18n.t('greeting', { ns: 'operator' })]).toEqual(['Settings', 'Operating']);
  });
});
