import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const conversationsErrors = {
  'conversation.not-found': errorEntry(404, '会话不存在', 'The conversation does not exist'),
  'conversation.pins-full': errorEntry(
    409,
    '置顶会话已达上限，请先取消一些置顶',
    'No more conversations can be pinned: unpin one first',
  ),
  'conversation.written-meanwhile': errorEntry(
    409,
    '客户刚刚发来了新消息，会话保持打开',
    'The customer has just written: the conversation stays open',
  ),
  'conversation.snooze-too-long': errorEntry(
    400,
    '稍后处理的时间不能超过一年',
    'A conversation can be snoozed for a year at most',
  ),
  'group.none': errorEntry(409, '该会话不是群组', 'This conversation is not a group'),
  'group.no-leaving': errorEntry(409, '该平台不支持退出群组', 'Groups of this platform can’t be left'),
  'group.guest': errorEntry(
    403,
    '该会话由其他子账号转交，只有社交账号所属的子账号可以退出群组',
    'The conversation was handed over: only the sub-account of the social account can leave the group',
  ),
  'group.left': errorEntry(
    409,
    '社交账号已不在该群组中，无法发送消息',
    'The social account is no longer in this group: no messages can be sent',
  ),
  'chat-history.indexing': errorEntry(
    409,
    '消息正在建立索引，请稍后再导出',
    'Messages are still being indexed: export them a little later',
  ),
  'message.not-found': errorEntry(404, '消息不存在', 'The message does not exist'),
  'message.not-failed': errorEntry(409, '该消息不是失败状态', 'The message has not failed'),
  'message.unchangeable': errorEntry(409, '该消息无法再更改', 'The message can’t be changed any more'),
  'message.changing': errorEntry(
    409,
    '该消息的上一次更改尚未完成，请稍后再试',
    'The last change to this message is still being sent. Try again in a moment',
  ),
  'message.answered-meanwhile': errorEntry(
    409,
    '您输入期间，同事已回复该客户',
    'A colleague has answered this customer since you began',
  ),
  'message.too-late': errorEntry(
    409,
    '客户最后一条消息已超过平台允许回复的时限，请等待客户再次发来消息',
    'The platform’s reply window has closed. Wait until the customer writes again',
  ),
  'message.template-only': errorEntry(
    409,
    '客户最后一条消息已超过平台允许回复的时限，现在只能发送消息模板',
    'The platform’s reply window has closed. Only message templates can be sent now',
  ),
  'message.priced': errorEntry(
    409,
    '平台将对此消息收费，请确认后再发送',
    'The platform charges for this message. Confirm the cost first',
  ),
  'message.template-early': errorEntry(
    409,
    '客户刚刚发来消息，现在可以直接回复，平台暂不接受消息模板',
    'The platform accepts message templates only after the reply window has closed. Reply to the customer as usual',
  ),
  'message.empty': errorEntry(400, '消息没有内容', 'The message has no content'),
  'message.id-taken': errorEntry(
    409,
    '该消息编号已用于其他内容',
    'This message ID was used for other content',
  ),
} as const satisfies Record<string, ErrorEntry>;
