/** The words that only the second script needs, in the languages of `lib/words.ts`. */

export type FileWords = {
  /** Shown instead of an empty name. */
  file: string;
  unsendable: string;
  tooLarge: string;
};

/** Exported for the test that compares the languages with the first script's. */
export const lines: Readonly<Record<string, readonly [file: string, unsendable: string, tooLarge: string]>> =
  {
    en: ['File', 'File not accepted', 'File too large'],
    zh: ['文件', '不支持该文件', '文件过大'],
    es: ['Archivo', 'Archivo no admitido', 'Archivo demasiado grande'],
    pt: ['Arquivo', 'Arquivo não aceito', 'Arquivo muito grande'],
    fr: ['Fichier', 'Fichier non accepté', 'Fichier trop volumineux'],
    de: ['Datei', 'Datei nicht zulässig', 'Datei zu groß'],
    ru: ['Файл', 'Файл не поддерживается', 'Файл слишком большой'],
    ar: ['ملف', 'الملف غير مقبول', 'الملف كبير جدًا'],
    ja: ['ファイル', 'このファイルは送信できません', 'ファイルが大きすぎます'],
    ko: ['파일', '보낼 수 없는 파일', '파일이 너무 큽니다'],
    vi: ['Tệp', 'Tệp không được hỗ trợ', 'Tệp quá lớn'],
    id: ['Berkas', 'Berkas tidak didukung', 'Berkas terlalu besar'],
    th: ['ไฟล์', 'ไม่รองรับไฟล์นี้', 'ไฟล์มีขนาดใหญ่เกินไป'],
    tr: ['Dosya', 'Dosya kabul edilmiyor', 'Dosya çok büyük'],
  };

/** @param tag the interface's tag, as `chooseLanguage` returns it; its first two letters are the language */
export function fileWords(tag: string): FileWords {
  const [file = '', unsendable = '', tooLarge = ''] = lines[tag.slice(0, 2)] ?? [];
  return { file, unsendable, tooLarge };
}
