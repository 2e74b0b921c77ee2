/** The words that only the second script needs, in the languages of `lib/words.ts`. */

/** Exported, like `lines`, for the test that compares the languages with the first script's. */
export const names = [
  'more',
  'answer',
  'copy',
  'edit',
  'edited',
  'sure',
  'save',
  'cancel',
  'react',
  'unchanged',
  'attach',
  'emoji',
] as const;

export type ExtrasWords = Readonly<Record<(typeof names)[number], string>>;

export const lines: Readonly<Record<string, string>> = {
  en: 'More|Reply|Copy|Edit|Edited|Delete this message?|Save|Cancel|React|Not changed|Attach|Emoji',
  zh: '更多|回复|复制|编辑|已编辑|删除这条消息？|保存|取消|表情回应|未能更改|附件|表情',
  es: 'Más|Responder|Copiar|Editar|Editado|¿Eliminar este mensaje?|Guardar|Cancelar|Reaccionar|No se pudo cambiar|Adjuntar|Emojis',
  pt: 'Mais|Responder|Copiar|Editar|Editada|Excluir esta mensagem?|Salvar|Cancelar|Reagir|Não foi alterada|Anexar|Emojis',
  fr: 'Plus|Répondre|Copier|Modifier|Modifié|Supprimer ce message ?|Enregistrer|Annuler|Réagir|Non modifié|Joindre|Émojis',
  de: 'Mehr|Antworten|Kopieren|Bearbeiten|Bearbeitet|Diese Nachricht löschen?|Speichern|Abbrechen|Reagieren|Nicht geändert|Anhängen|Emojis',
  ru: 'Ещё|Ответить|Копировать|Изменить|Изменено|Удалить это сообщение?|Сохранить|Отмена|Реакция|Не изменено|Прикрепить|Эмодзи',
  ar: 'المزيد|رد|نسخ|تعديل|معدّلة|حذف هذه الرسالة؟|حفظ|إلغاء|تفاعل|لم تتغير|إرفاق|رموز تعبيرية',
  ja: 'その他|返信|コピー|編集|編集済み|このメッセージを削除しますか？|保存|キャンセル|リアクション|変更できませんでした|添付|絵文字',
  ko: '더보기|답장|복사|수정|수정됨|이 메시지를 삭제할까요?|저장|취소|공감|변경하지 못함|첨부|이모지',
  vi: 'Thêm|Trả lời|Sao chép|Sửa|Đã sửa|Xóa tin nhắn này?|Lưu|Hủy|Bày tỏ cảm xúc|Chưa sửa được|Đính kèm|Biểu tượng cảm xúc',
  id: 'Lainnya|Balas|Salin|Edit|Diedit|Hapus pesan ini?|Simpan|Batal|Beri reaksi|Tidak diubah|Lampirkan|Emoji',
  th: 'เพิ่มเติม|ตอบกลับ|คัดลอก|แก้ไข|แก้ไขแล้ว|ลบข้อความนี้หรือไม่|บันทึก|ยกเลิก|แสดงความรู้สึก|แก้ไขไม่สำเร็จ|แนบ|อีโมจิ',
  tr: 'Diğer|Yanıtla|Kopyala|Düzenle|Düzenlendi|Bu mesaj silinsin mi?|Kaydet|Vazgeç|Tepki ver|Değiştirilemedi|Ekle|Emojiler',
};

/** @param tag the interface's tag, as `chooseLanguage` returns it; its first two letters are the language */
export function extrasWords(tag: string): ExtrasWords {
  const texts = (lines[tag.slice(0, 2)] ?? '').split('|');
  // `fromEntries` fills every name, which its type can't express.
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])) as ExtrasWords;
}
