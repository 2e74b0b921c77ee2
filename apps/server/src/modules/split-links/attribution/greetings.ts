/** Default text in front of a visit token, in the languages of the split links' page, for links whose owner has written none. */
export const greetings: Readonly<Record<string, string>> & { readonly en: string } = {
  en: 'Hello!',
  zh: '你好！',
  es: '¡Hola!',
  pt: 'Olá!',
  fr: 'Bonjour !',
  de: 'Hallo!',
  ru: 'Здравствуйте!',
  ar: 'مرحبًا!',
  id: 'Halo!',
  vi: 'Xin chào!',
  th: 'สวัสดี',
  ja: 'こんにちは',
};
