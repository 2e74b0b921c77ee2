/** The words that only the second script needs, in the languages of `lib/words.ts`. */

export type FileWords = {
  /** Shown instead of an empty name. */
  file: string;
  unsendable: string;
};

/** Exported for the test that holds the languages against the first script's. */
export const lines: Readonly<Record<string, readonly [file: string, unsendable: string]>> = {
  en: ['File', 'File not accepted'],
  zh: ['文件', '不支持该文件'],
  es: ['Archivo', 'Archivo no admitido'],
  pt: ['Arquivo', 'Arquivo não aceito'],
  fr: ['Fichier', 'Fichier non accepté'],
  de: ['Datei', 'Datei nicht zulässig'],
  ru: ['Файл', 'Файл не поддерживается'],
  ar: ['ملف', 'الملف غير مقبول'],
  ja: ['ファイル', 'このファイルは送信できません'],
  ko: ['파일', '보낼 수 없는 파일'],
  vi: ['Tệp', 'Tệp không được hỗ trợ'],
  id: ['Berkas', 'Berkas tidak didukung'],
  th: ['ไฟล์', 'ไม่รองรับไฟล์นี้'],
  tr: ['Dosya', 'Dosya kabul edilmiyor'],
};

/** @param tag the interface's, as `chooseLanguage` returns it: its first two letters are the language */
export function fileWords(tag: string): FileWords {
  const [file = '', unsendable = ''] = lines[tag.slice(0, 2)] ?? [];
  return { file, unsendable };
}
