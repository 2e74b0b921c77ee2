/** The texts of the page of a shared conversation. */
import { type ShareLanguage, type ShellTexts, shellTexts } from './texts.ts';

const chinese = {
  customer: '客户',
  business: '客服',
  empty: '暂无消息',
  messages: '聊天记录',
  show: '显示',
  both: '双语',
  original: '原文',
  translation: '译文',
  earlier: '查看更早的消息',
  earlierFailed: '加载失败，请重试',
  latest: '有新消息',
  edited: '已编辑',
  stale: '连接中断，正在重试…',
  unsupported: '该消息类型暂不支持查看',
  fetching: '文件接收中…',
  failed: '文件无法获取',
  open: '查看文件',
  opening: '加载中…',
  broken: '文件无法加载，请重试',
  unnamed: '文件',
  contact: '名片',
  location: '位置',
  map: '查看地图',
  back: '返回工单',
};
export type ChatTexts = ShellTexts & { readonly [Key in keyof typeof chinese]: string };

const english: typeof chinese = {
  customer: 'Customer',
  business: 'Business',
  empty: 'No messages yet',
  messages: 'Messages',
  show: 'Show',
  both: 'Both',
  original: 'Original',
  translation: 'Translation',
  earlier: 'Earlier messages',
  earlierFailed: 'Loading failed, try again',
  latest: 'New messages',
  edited: 'edited',
  stale: 'Connection lost, trying again…',
  unsupported: 'Message type not supported for viewing',
  fetching: 'The file is still being received…',
  failed: 'The file could not be received',
  open: 'Open file',
  opening: 'Loading…',
  broken: 'The file could not be loaded, try again',
  unnamed: 'File',
  contact: 'Contact',
  location: 'Location',
  map: 'Open map',
  back: 'Back to the work orders',
};

export const chatTextsOf = (language: ShareLanguage): ChatTexts => ({
  ...shellTexts(language),
  ...(language === 'zh-CN' ? chinese : english),
});
