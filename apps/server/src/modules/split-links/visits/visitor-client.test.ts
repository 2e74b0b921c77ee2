import { describe, expect, it } from 'vitest';
import { createClientReader, readClient } from './visitor-client.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android =
  'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('device, system and browser of a visitor', () => {
  it.each([
    [`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`, 'mobile iOS Safari'],
    [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.0;FBDV/iPhone14,5]`, 'mobile iOS Facebook'],
    [`${iphone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/480.0.0.0]`, 'mobile iOS Messenger'],
    [`${android} [FB_IAB/Orca-Android;FBAV/470.0.0.0;]`, 'mobile Android Messenger'],
    [`${android} [FB_IAB/FB4A;FBAV/470.0.0.0;]`, 'mobile Android Facebook'],
    [`${android} Instagram 340.0.0.1`, 'mobile Android Instagram'],
    [`${android} WhatsApp/2.24.1`, 'mobile Android WhatsApp'],
    [`${iphone} Mobile/15E148 Safari Line/14.5.0`, 'mobile iOS LINE'],
    [`${iphone} Mobile/15E148 MicroMessenger/8.0.50(0x18003230)`, 'mobile iOS WeChat'],
    [`${iphone} musical_ly_36.0.0 BytedanceWebview/d8a21c6`, 'mobile iOS TikTok'],
    [`${android} trill_360000 BytedanceWebview/d8a21c6`, 'mobile Android TikTok'],
    [`${android} Telegram-Android/11.0 (Samsung SM-S911B; Android 14; SDK 34)`, 'mobile Android Telegram'],
    [`${iphone} Mobile/15E148 Twitter for iPhone/10.0`, 'mobile iOS X'],
    [`${windows} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`, 'desktop Windows Edge'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/126.0.0.0 Safari/537.36', 'desktop Chrome OS Chrome'],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      'tablet iOS Safari',
    ],
    [
      'Mozilla/5.0 (Phone; OpenHarmony 5.0) Chrome/114.0.0.0 Safari/537.36 Mobile HuaweiBrowser/5.0',
      'mobile HarmonyOS Huawei Browser',
    ],
    ['something odd', 'other other other'],
    ['', 'other other other'],
    ['constructor/1.0 __proto__ toString', 'other other other'],
  ])('reads %s', (userAgent, expected) => {
    const { device, system, browser } = readClient(userAgent);
    expect(`${device} ${system} ${browser}`).toBe(expected);
  });

  it('reads each name once', () => {
    const read = createClientReader();
    expect(read(windows)).toBe(read(windows));
  });
});
