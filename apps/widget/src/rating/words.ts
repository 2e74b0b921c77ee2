/** The words of the rating, in the languages of `lib/words.ts`. */

/** Exported, like `lines`, for the test that compares the languages with the first script's. */
export const names = [
  'title',
  'score1',
  'score2',
  'score3',
  'score4',
  'score5',
  'comment',
  'later',
  'thanks',
  'change',
  'over',
] as const;

export type RatingWords = Readonly<Record<(typeof names)[number], string>>;

export const lines: Readonly<Record<string, string>> = {
  en: 'How was this conversation?|Very bad|Bad|Okay|Good|Very good|Comment (optional)|Not now|Thank you for your rating!|Change|This can no longer be rated.',
  zh: '您对本次服务满意吗？|非常不满意|不满意|一般|满意|非常满意|留言（选填）|暂不评价|感谢您的评价！|修改|评价已截止。',
  es: '¿Qué tal fue esta conversación?|Muy mal|Mal|Normal|Bien|Muy bien|Comentario (opcional)|Ahora no|¡Gracias por tu valoración!|Cambiar|Ya no se puede valorar.',
  pt: 'Como foi esta conversa?|Muito ruim|Ruim|Razoável|Boa|Muito boa|Comentário (opcional)|Agora não|Obrigado pela avaliação!|Alterar|Não é mais possível avaliar.',
  fr: 'Comment s’est passée cette conversation ?|Très mal|Mal|Moyen|Bien|Très bien|Commentaire (facultatif)|Pas maintenant|Merci pour votre avis !|Modifier|Il n’est plus possible de noter.',
  de: 'Wie war dieses Gespräch?|Sehr schlecht|Schlecht|In Ordnung|Gut|Sehr gut|Kommentar (freiwillig)|Jetzt nicht|Danke für Ihre Bewertung!|Ändern|Eine Bewertung ist nicht mehr möglich.',
  ru: 'Как прошёл этот разговор?|Очень плохо|Плохо|Нормально|Хорошо|Отлично|Комментарий (необязательно)|Не сейчас|Спасибо за оценку!|Изменить|Оценить уже нельзя.',
  ar: 'كيف كانت هذه المحادثة؟|سيئة جدًا|سيئة|مقبولة|جيدة|ممتازة|تعليق (اختياري)|ليس الآن|شكرًا على تقييمك!|تغيير|لم يعد التقييم ممكنًا.',
  ja: '今回の対応はいかがでしたか？|とても悪い|悪い|普通|良い|とても良い|コメント（任意）|今はしない|ご評価ありがとうございます。|変更|評価の受付は終了しました。',
  ko: '이번 상담은 어떠셨나요?|매우 나쁨|나쁨|보통|좋음|매우 좋음|의견(선택)|나중에|평가해 주셔서 감사합니다!|변경|더 이상 평가할 수 없습니다.',
  vi: 'Bạn thấy cuộc trò chuyện này thế nào?|Rất tệ|Tệ|Tạm được|Tốt|Rất tốt|Nhận xét (không bắt buộc)|Để sau|Cảm ơn bạn đã đánh giá!|Thay đổi|Không thể đánh giá nữa.',
  id: 'Bagaimana percakapan ini?|Sangat buruk|Buruk|Cukup|Baik|Sangat baik|Komentar (opsional)|Nanti saja|Terima kasih atas penilaian Anda!|Ubah|Tidak dapat dinilai lagi.',
  th: 'การสนทนานี้เป็นอย่างไรบ้าง|แย่มาก|แย่|พอใช้|ดี|ดีมาก|ความคิดเห็น (ไม่บังคับ)|ไว้ทีหลัง|ขอบคุณสำหรับการให้คะแนน|เปลี่ยน|ไม่สามารถให้คะแนนได้แล้ว',
  tr: 'Bu görüşme nasıldı?|Çok kötü|Kötü|İdare eder|İyi|Çok iyi|Yorum (isteğe bağlı)|Şimdi değil|Değerlendirmeniz için teşekkürler!|Değiştir|Artık değerlendirilemiyor.',
};

/** @param tag the interface's tag, as `chooseLanguage` returns it; its first two letters are the language */
export function ratingWords(tag: string): RatingWords {
  const texts = (lines[tag.slice(0, 2)] ?? '').split('|');
  // `fromEntries` fills every name, which its type can't express.
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])) as RatingWords;
}
