/** The interface's words. One line per language, in the order of `names`, is a third of the size of objects. */

export const names = [
  'open',
  'close',
  'unread',
  'online',
  'away',
  'note',
  'write',
  'send',
  'sent',
  'read',
  'sending',
  'failed',
  'retry',
  'remove',
  'typing',
  'lost',
  'long',
  'you',
] as const;

export type Words = Readonly<Record<(typeof names)[number], string>>;

/** Exported, like `names`, for the test that compares every line with them. */
export const lines: Readonly<Record<string, string>> = {
  en: 'Chat|Close|New messages|Online|Away|Leave a message and we will answer here.|Write a message…|Send|Sent|Read|Sending…|Not sent|Try again|Delete|Writing…|No connection|Too long|You',
  fr: 'Chat|Fermer|Nouveaux messages|En ligne|Absent|Laissez un message, nous vous répondrons ici.|Écrivez un message…|Envoyer|Envoyé|Lu|Envoi…|Non envoyé|Réessayer|Supprimer|Écrit…|Pas de connexion|Trop long|Vous',
  es: 'Chat|Cerrar|Mensajes nuevos|En línea|Ausente|Deja un mensaje y te responderemos aquí.|Escribe un mensaje…|Enviar|Enviado|Leído|Enviando…|No enviado|Reintentar|Eliminar|Escribiendo…|Sin conexión|Demasiado largo|Tú',
  pt: 'Chat|Fechar|Novas mensagens|On-line|Ausente|Deixe uma mensagem e responderemos aqui.|Escreva uma mensagem…|Enviar|Enviada|Lida|Enviando…|Não enviada|Tentar de novo|Excluir|Escrevendo…|Sem conexão|Longa demais|Você',
  de: 'Chat|Schließen|Neue Nachrichten|Online|Abwesend|Hinterlassen Sie eine Nachricht, wir antworten hier.|Nachricht schreiben…|Senden|Gesendet|Gelesen|Wird gesendet…|Nicht gesendet|Erneut versuchen|Löschen|Schreibt…|Keine Verbindung|Zu lang|Sie',
  id: 'Obrolan|Tutup|Pesan baru|Daring|Tidak di tempat|Tinggalkan pesan, kami akan menjawab di sini.|Tulis pesan…|Kirim|Terkirim|Dibaca|Mengirim…|Tidak terkirim|Coba lagi|Hapus|Sedang menulis…|Tidak ada koneksi|Terlalu panjang|Anda',
  tr: 'Sohbet|Kapat|Yeni mesajlar|Çevrimiçi|Dışarıda|Mesaj bırakın, buradan yanıtlayalım.|Mesaj yazın…|Gönder|Gönderildi|Okundu|Gönderiliyor…|Gönderilemedi|Yeniden dene|Sil|Yazıyor…|Bağlantı yok|Çok uzun|Siz',
  vi: 'Trò chuyện|Đóng|Tin nhắn mới|Trực tuyến|Vắng mặt|Hãy để lại tin nhắn, chúng tôi sẽ trả lời tại đây.|Nhập tin nhắn…|Gửi|Đã gửi|Đã xem|Đang gửi…|Chưa gửi được|Thử lại|Xóa|Đang nhập…|Mất kết nối|Quá dài|Bạn',
  ar: 'الدردشة|إغلاق|رسائل جديدة|متصل|غير متصل|اترك رسالة وسنرد عليك هنا.|اكتب رسالة…|إرسال|أُرسلت|قُرئت|جارٍ الإرسال…|لم تُرسل|إعادة المحاولة|حذف|يكتب…|لا يوجد اتصال|طويلة جدًا|أنت',
  ja: 'チャット|閉じる|新着メッセージ|オンライン|不在|メッセージを残していただければ、こちらでお返事します。|メッセージを入力…|送信|送信済み|既読|送信中…|未送信|再試行|削除|入力中…|接続がありません|長すぎます|あなた',
  zh: '聊天|关闭|新消息|在线|暂时离开|请留言，我们会在这里回复您。|输入消息…|发送|已发送|已读|发送中…|未发送|重试|删除|正在输入…|连接已断开|太长|您',
  ko: '채팅|닫기|새 메시지|온라인|자리 비움|메시지를 남기시면 여기에서 답변드리겠습니다.|메시지 입력…|보내기|보냄|읽음|보내는 중…|보내지 못함|다시 시도|삭제|입력 중…|연결이 끊겼습니다|너무 깁니다|나',
  th: 'แชต|ปิด|ข้อความใหม่|ออนไลน์|ไม่อยู่|ฝากข้อความไว้ แล้วเราจะตอบกลับที่นี่|พิมพ์ข้อความ…|ส่ง|ส่งแล้ว|อ่านแล้ว|กำลังส่ง…|ส่งไม่สำเร็จ|ลองอีกครั้ง|ลบ|กำลังพิมพ์…|ไม่มีการเชื่อมต่อ|ยาวเกินไป|คุณ',
  ru: 'Чат|Закрыть|Новые сообщения|В сети|Не в сети|Оставьте сообщение, и мы ответим здесь.|Напишите сообщение…|Отправить|Отправлено|Прочитано|Отправка…|Не отправлено|Повторить|Удалить|Печатает…|Нет связи|Слишком длинно|Вы',
};

/** The interface's language: a tag for dates, the words, the writing direction. */
export type Language = { tag: string; words: Words; dir: 'ltr' | 'rtl' };

/**
 * Returns the first preferred language for which there are words, else English. The first region preferred for that
 * language is kept for dates and times.
 */
export function chooseLanguage(preferences: readonly (string | null | undefined)[]): Language {
  const known = preferences.filter((tag): tag is string => lines[baseOf(tag)] !== undefined && isTag(tag));
  const base = baseOf(known[0] ?? 'en');
  const tag = known.find((one) => one.startsWith(`${base}-`)) ?? base;
  const texts = (lines[base] ?? '').split('|');
  // `fromEntries` fills every name, which its type can't express.
  const words = Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])) as Words;
  return { tag, words, dir: base === 'ar' ? 'rtl' : 'ltr' };
}

function baseOf(tag: string | null | undefined): string {
  return (tag ?? '').toLowerCase().split(/[-_]/)[0] ?? '';
}

/** `Intl` throws on a malformed tag, and the page's `lang` may contain anything. */
function isTag(tag: string | null | undefined): tag is string {
  try {
    return Intl.getCanonicalLocales(tag ?? '').length > 0;
  } catch {
    return false;
  }
}
