/**
 * A message holds 4,096 characters. The documentation doesn't define the unit; tests against the live service show code points,
 * while the offsets of entities are UTF-16 units. A part of 4,096 UTF-16 units satisfies both.
 */
export const partLimit = { max: 4096, unit: 'utf16-units' } as const;

/**
 * Returns the text as Telegram will show it: lone surrogates become �; control characters become spaces; carriage returns,
 * U+2028 to U+202E (line separators and bidirectional overrides) and three combining marks that can draw over other lines are
 * removed; white space at both ends is trimmed. Telegram's server does all of this except the first. Source: tdlib/td,
 * `clean_input_string` in td/telegram/misc.cpp.
 */
export function telegramText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\r\u2028-\u202e]|\u0333|\u033f|\u030a/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be replaced
      .replace(/[\u0000-\u0009\u000b-\u001f]/g, ' ')
      .trim()
  );
}
