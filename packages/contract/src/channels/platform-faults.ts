/**
 * Reasons for failures in communicating with a platform, as codes with a sentence for people. A social account's `stateReason`
 * and a message's `deliveryProblem` hold the code; a platform's own response keeps its wording.
 */
import type { InterfaceLanguage } from '../envelope.ts';

export const platformFaults = [
  'platform-name-unknown',
  'platform-port-closed',
  'platform-no-route',
  'platform-silent',
  'platform-hung-up',
  'platform-insecure',
  'platform-inward',
  'platform-unreadable',
  'platform-unreachable',
  'platform-not-connected',
  'platform-busy',
  'platform-no-archive',
  'platform-malformed',
  'platform-protocol',
  'platform-flooding',
  'platform-not-reading',
  'platform-stanza-too-large',
  'platform-answer-too-large',
  'platform-login-too-costly',
  'connector-failed',
  'message-not-stored',
  'account-check-failed',
  'credentials-invalid',
  'authorization-ended',
  'authorization-rejected',
  'account-switched-off',
  'history-endless',
  'history-import-failed',
  'message-empty',
  'message-in-parts',
  'message-not-found',
  'message-too-old',
  'message-too-late',
  'message-template-only',
  'message-template-early',
  'message-priced',
  'template-gone',
  'message-unanswerable',
  'platform-cannot-change',
  'message-sensitive',
  'media-unsupported',
  'media-too-large',
  'media-lost',
  'media-unreachable',
  'media-slot-refused',
  'media-not-uploaded',
  'send-interrupted',
  'group-left',
  'group-not-left',
  'business-not-connected',
  'business-no-reply',
  'business-no-deleting',
  'pairing-declined',
  'pairing-expired',
  'pairing-failed',
  'pairing-already-added',
  'pairing-other-account',
  'pairing-not-permitted',
  'pairing-sub-account-gone',
  'pairing-account-gone',
  'pairing-app-unknown',
  'pairing-proxy-changed',
] as const;
export type PlatformFault = (typeof platformFaults)[number];

type Sentence = Readonly<Record<InterfaceLanguage, string>>;

const sentences: Readonly<Record<PlatformFault, Sentence>> = {
  'account-switched-off': {
    'zh-CN': '该社交账号已停用',
    'en-US': 'The social account is disabled',
  },
  'history-endless': {
    'zh-CN': '平台重复返回相同的历史消息',
    'en-US': 'The platform hands out the same part of its history again and again',
  },
  'history-import-failed': {
    'zh-CN': '导入时发生错误',
    'en-US': 'An error occurred during the import',
  },
  'media-unsupported': {
    'zh-CN': '该平台无法接收此类文件',
    'en-US': 'The platform does not accept files of this type',
  },
  'media-too-large': {
    'zh-CN': '文件超过该平台的大小限制',
    'en-US': 'The file exceeds the platform’s size limit',
  },
  'media-lost': {
    'zh-CN': '文件已不存在',
    'en-US': 'The file no longer exists',
  },
  'media-unreachable': {
    'zh-CN': '平台无法从本系统获取文件',
    'en-US': 'The platform can’t fetch files from this system',
  },
  'media-slot-refused': {
    'zh-CN': '平台服务器提供的文件上传地址不安全',
    'en-US': 'The platform’s server offers an upload address that is not secure',
  },
  'media-not-uploaded': {
    'zh-CN': '平台服务器未接收该文件',
    'en-US': 'The platform’s server did not accept the file',
  },
  'platform-name-unknown': {
    'zh-CN': '找不到平台服务器的域名',
    'en-US': 'The platform server’s domain name could not be resolved',
  },
  'platform-port-closed': {
    'zh-CN': '平台服务器拒绝连接',
    'en-US': 'The platform’s server refused the connection',
  },
  'platform-no-route': {
    'zh-CN': '网络无法到达平台服务器',
    'en-US': 'No network route to the platform’s server',
  },
  'platform-silent': {
    'zh-CN': '平台服务器响应超时',
    'en-US': 'The platform’s server did not respond in time',
  },
  'platform-hung-up': {
    'zh-CN': '平台服务器断开了连接',
    'en-US': 'The platform’s server closed the connection',
  },
  'platform-insecure': {
    'zh-CN': '无法与平台服务器建立安全连接',
    'en-US': 'A secure connection to the platform’s server failed',
  },
  'platform-inward': {
    'zh-CN': '平台服务器位于内网，当前部署不允许连接',
    'en-US': 'The platform’s server is in a private network, which this installation does not allow',
  },
  'platform-unreadable': {
    'zh-CN': '无法识别平台服务器的响应',
    'en-US': 'The platform server’s response could not be read',
  },
  'platform-unreachable': {
    'zh-CN': '无法连接平台服务器',
    'en-US': 'The platform’s server could not be reached',
  },
  'platform-not-connected': {
    'zh-CN': '社交账号未连接到平台',
    'en-US': 'The social account was not connected to the platform',
  },
  'platform-busy': {
    'zh-CN': '平台要求暂缓发送，稍后会自动重试',
    'en-US': 'The platform limits sending; it continues automatically',
  },
  'platform-no-archive': {
    'zh-CN': '服务器不保存消息归档（XEP-0313），消息可能丢失',
    'en-US': 'The server has no message archive (XEP-0313): messages could be lost',
  },
  'platform-malformed': {
    'zh-CN': '平台服务器发送的内容不是合法的 XMPP 数据',
    'en-US': 'The platform’s server sent invalid XMPP',
  },
  'platform-protocol': {
    'zh-CN': '平台服务器未遵守协议',
    'en-US': 'The platform’s server violated the protocol',
  },
  'platform-flooding': {
    'zh-CN': '平台服务器发送数据过快，来不及保存',
    'en-US': 'The platform’s server sends data faster than it can be saved',
  },
  'platform-not-reading': {
    'zh-CN': '平台服务器不接收数据',
    'en-US': 'The platform’s server does not accept data',
  },
  'platform-stanza-too-large': {
    'zh-CN': '平台服务器发送的单条数据过大',
    'en-US': 'The platform’s server sent a single item that is too large',
  },
  'platform-answer-too-large': {
    'zh-CN': '平台服务器的响应过大',
    'en-US': 'The platform server’s response is too large',
  },
  'platform-login-too-costly': {
    'zh-CN': '平台服务器要求的登录计算量过大',
    'en-US': 'The platform server’s login requires too much computation',
  },
  'connector-failed': {
    'zh-CN': 'Parley 在处理该账号的连接时发生内部错误，已将其停用',
    'en-US': 'Parley failed while handling this account’s connection and disabled the account',
  },
  'message-not-stored': {
    'zh-CN': '有一条消息暂时无法保存，系统正在重试；仍无法保存时将移入隔离区',
    'en-US': 'A message can’t be saved at the moment. Parley is retrying and quarantines it if that fails',
  },
  'account-check-failed': {
    'zh-CN': '检查账号时发生内部错误，请稍后重试',
    'en-US': 'The check failed with an internal error: try again later',
  },
  'credentials-invalid': {
    'zh-CN': '填写的账号信息不完整或有误',
    'en-US': 'The account details are incomplete or wrong',
  },
  'authorization-ended': {
    'zh-CN': '平台不再接受该账号的授权，请重新授权',
    'en-US': 'The platform no longer accepts this account’s authorization: authorize it again',
  },
  'authorization-rejected': {
    'zh-CN': '平台不接受刚刚签发的授权，稍后会自动重试',
    'en-US': 'The platform rejects the authorization that it has just issued; Parley retries automatically',
  },
  'message-empty': {
    'zh-CN': '消息没有可发送的内容',
    'en-US': 'The message has no content that can be sent',
  },
  'message-in-parts': {
    'zh-CN': '修改后的文本需要拆分成更多条消息，平台不支持',
    'en-US': 'The new text needs more of the platform’s messages than the one before, which can’t be added',
  },
  'message-not-found': {
    'zh-CN': '平台上找不到该消息',
    'en-US': 'The message was not found on the platform',
  },
  'message-too-old': {
    'zh-CN': '消息发送时间过久，平台已不允许撤回',
    'en-US': 'The platform no longer allows this message to be taken back',
  },
  'message-too-late': {
    'zh-CN': '客户最后一条消息已超过平台允许回复的时限，请等待客户再次发来消息',
    'en-US': 'The platform’s reply window has closed. Wait until the customer writes again',
  },
  'message-template-only': {
    'zh-CN': '客户最后一条消息已超过平台允许回复的时限，现在只能发送消息模板',
    'en-US': 'The platform’s reply window has closed. Only message templates can be sent now',
  },
  'message-template-early': {
    'zh-CN': '客户已再次发来消息，可以直接回复，平台暂不接受消息模板',
    'en-US': 'The customer has written again: the platform takes an answer now, and no message template',
  },
  'message-priced': {
    'zh-CN': '平台将对此消息收费，请确认后重新发送',
    'en-US': 'The platform charges for this message: try again if it may',
  },
  'message-unanswerable': {
    'zh-CN': '平台不再接受对客户上一条消息的回复，请等待客户再次发来消息',
    'en-US':
      'The platform takes no more answers to the customer’s last message: wait until the customer writes again',
  },
  'template-gone': {
    'zh-CN': '平台上已没有该消息模板，或尚未通过审核',
    'en-US': 'The platform has no such message template, or has not approved it',
  },
  'platform-cannot-change': {
    'zh-CN': '该平台不支持更改已发送的消息',
    'en-US': 'The platform can’t change sent messages',
  },
  'message-sensitive': {
    'zh-CN': '译文包含不允许发送的内容',
    'en-US': 'Its translation contains words that may not be sent',
  },
  'group-left': {
    'zh-CN': '社交账号已不在该群组中',
    'en-US': 'The social account is no longer in this group',
  },
  'group-not-left': {
    'zh-CN': '平台未能完成退出群组',
    'en-US': 'The platform did not complete leaving the group',
  },
  'business-not-connected': {
    'zh-CN': '商业账号尚未连接此机器人，或已断开连接',
    'en-US': 'The business account is not connected to this bot, or no longer is',
  },
  'business-no-reply': {
    'zh-CN': '商业账号未授权此机器人回复消息',
    'en-US': 'The business account does not allow this bot to reply',
  },
  'business-no-deleting': {
    'zh-CN': '商业账号未授权此机器人删除消息',
    'en-US': 'The business account does not allow this bot to delete messages',
  },
  'pairing-declined': {
    'zh-CN': '已在手机上取消',
    'en-US': 'Pairing was declined on the phone',
  },
  'pairing-expired': {
    'zh-CN': '未在有效时间内扫码',
    'en-US': 'No code was scanned in time',
  },
  'pairing-failed': {
    'zh-CN': '扫码添加时发生内部错误，请重试',
    'en-US': 'Pairing failed with an internal error: try again',
  },
  'pairing-already-added': {
    'zh-CN': '该社交账号已添加',
    'en-US': 'This social account has already been added',
  },
  'pairing-other-account': {
    'zh-CN': '手机上登录的是另一个账号，请用原账号扫码，或将其作为新账号添加',
    'en-US':
      'The phone belongs to another account: scan with the phone of this account, or add that one as a new social account',
  },
  'pairing-not-permitted': {
    'zh-CN': '子账号已不再允许使用该平台',
    'en-US': 'The sub-account no longer permits this platform',
  },
  'pairing-sub-account-gone': {
    'zh-CN': '子账号已被删除',
    'en-US': 'The sub-account has been deleted',
  },
  'pairing-account-gone': {
    'zh-CN': '该社交账号已被删除',
    'en-US': 'The social account has been deleted',
  },
  'pairing-app-unknown': {
    'zh-CN': '本系统未配置该应用，请联系管理员',
    'en-US': 'The platform’s app is not set up on this installation: ask the operator',
  },
  'pairing-proxy-changed': {
    'zh-CN': '所用代理在扫码期间被更改或删除，请重试',
    'en-US': 'The proxy was changed or deleted during pairing: try again',
  },
  'send-interrupted': {
    'zh-CN': '发送过程中断',
    'en-US': 'Sending was interrupted',
  },
};

/** Returns the code's sentence, followed by any detail after `: `; null for a text that isn't one of these codes. */
export function platformFaultSentence(reason: string, language: InterfaceLanguage): string | null {
  const [, word, detail] = /^([a-z-]+)(?:: (.+))?$/s.exec(reason) ?? [];
  const fault = platformFaults.find((known) => known === word);
  if (fault === undefined) return null;
  const sentence = sentences[fault][language];
  return detail === undefined ? sentence : `${sentence} (${detail})`;
}
