/** The words of voice messages, in the languages of `lib/words.ts`. */

export type VoiceWords = { record: string; recording: string; noMicrophone: string };

/** Exported for the test that compares the languages with the first script's. */
export const lines: Readonly<
  Record<string, readonly [record: string, recording: string, noMicrophone: string]>
> = {
  en: ['Record a voice message', 'Recording', 'The microphone can’t be used'],
  zh: ['录制语音消息', '正在录音', '无法使用麦克风'],
  es: ['Grabar un mensaje de voz', 'Grabando', 'No se puede usar el micrófono'],
  pt: ['Gravar mensagem de voz', 'Gravando', 'Não é possível usar o microfone'],
  fr: ['Enregistrer un message vocal', 'Enregistrement en cours', 'Le micro ne peut pas être utilisé'],
  de: ['Sprachnachricht aufnehmen', 'Aufnahme läuft', 'Das Mikrofon ist nicht verfügbar'],
  ru: ['Записать голосовое сообщение', 'Идёт запись', 'Микрофон недоступен'],
  ar: ['تسجيل رسالة صوتية', 'جارٍ التسجيل', 'تعذّر استخدام الميكروفون'],
  ja: ['音声メッセージを録音', '録音中', 'マイクを使用できません'],
  ko: ['음성 메시지 녹음', '녹음 중', '마이크를 사용할 수 없습니다'],
  vi: ['Ghi âm tin nhắn thoại', 'Đang ghi âm', 'Không thể dùng micrô'],
  id: ['Rekam pesan suara', 'Sedang merekam', 'Mikrofon tidak dapat digunakan'],
  th: ['บันทึกข้อความเสียง', 'กำลังบันทึกเสียง', 'ใช้ไมโครโฟนไม่ได้'],
  tr: ['Sesli mesaj kaydet', 'Kaydediliyor', 'Mikrofon kullanılamıyor'],
};

/** @param tag the interface's tag, as `chooseLanguage` returns it; its first two letters are the language */
export function voiceWords(tag: string): VoiceWords {
  const [record = '', recording = '', noMicrophone = ''] = lines[tag.slice(0, 2)] ?? [];
  return { record, recording, noMicrophone };
}
