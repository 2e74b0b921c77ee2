/**
 * Returns the text as XML 1.0 can represent it: characters outside its `Char` production (most control characters,
 * U+FFFE, U+FFFF, lone surrogates) become U+FFFD (�), and line ends become `\n`, as the peer's parser would convert
 * them anyway. Source: https://www.w3.org/TR/xml/#charsets and #sec-line-ends
 */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be replaced
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  );
}

/** Returns whether the text is only white space, which platforms refuse as a message. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}
