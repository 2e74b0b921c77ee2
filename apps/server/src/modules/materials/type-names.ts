import type { MaterialType } from '@parley/contract/materials';
import { type SheetTexts, text } from '../../base/spreadsheet/sheet.ts';

/** The types of materials in words, as spreadsheets show them. */
export const materialTypeNames: Readonly<Record<MaterialType, SheetTexts>> = {
  text: text('文本', 'Text'),
  image: text('图片', 'Image'),
  audio: text('音频', 'Audio'),
  video: text('视频', 'Video'),
  card: text('卡片', 'Card'),
};
