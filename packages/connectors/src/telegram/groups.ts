/**
 * Parses group events from updates: joins, departures, ranks, titles, new ids, and mentions in texts.
 * Source: https://core.telegram.org/bots/api#message, #chatmemberupdated, #messageentity
 */
import type { GroupExit, MemberRole } from '@parley/contract/conversations';
import type { ChatMemberUpdated, Message, MessageEntity, Update, User } from 'grammy/types';
import type { GroupMemberReport, GroupReport, InboundMention, OutboundMention } from '../spec.ts';

import { chatIdOf } from './chat-address.ts';

/** The bot. `username` null: unknown, and not needed. */
export type Self = { id: number; username: string | null };

export type ChatMove = { oldId: string; newId: string };
export type GroupFacts = { reports: GroupReport[]; move: ChatMove | null };

const isGroup = ({ type }: { type: string }) => type === 'group' || type === 'supergroup';

/** Returns what an update, or the service message in it, reports about a group; null: nothing. */
export function groupFacts(update: Update, self: Self): GroupFacts | null {
  const { message, my_chat_member: own, chat_member: other } = update;
  if (own) return isGroup(own.chat) ? reportOf(own, { own: standing(own), topics: true }) : null;
  if (other) return isGroup(other.chat) ? reportOf(other, { members: [memberIn(other)] }) : null;
  return message && isGroup(message.chat) ? serviceFacts(message, self) : null;
}

const reportOf = ({ chat }: ChatMemberUpdated, report: Omit<GroupReport, 'chatId'>): GroupFacts => ({
  reports: [
    { chatId: String(chat.id), ...(chat.title === undefined ? {} : { title: chat.title }), ...report },
  ],
  move: null,
});

const roles: Readonly<Record<string, MemberRole>> = { creator: 'owner', administrator: 'admin' };
const exits: Readonly<Record<string, GroupExit>> = { kicked: 'removed', left: 'left' };

function standing({ new_chat_member: { status } }: ChatMemberUpdated): NonNullable<GroupReport['own']> {
  return { exit: exits[status] ?? null, role: roles[status] ?? 'member' };
}

function memberIn({ new_chat_member: member }: ChatMemberUpdated): GroupMemberReport {
  const { status, user } = member;
  const isThere = status === 'restricted' ? member.is_member : exits[status] === undefined;
  return memberOf(user, isThere, roles[status]);
}

function memberOf(user: User, present: boolean, role: MemberRole = 'member'): GroupMemberReport {
  const { id, username = null } = user;
  return { id: String(id), displayName: nameOf(user), handle: username, role, present };
}

export function nameOf(user: User): string | null {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ').trim();
  return name === '' ? (user.username ?? null) : name;
}

/** Returns whether a message is a service message about a group, which has no author. */
export const isService = (message: Message): boolean =>
  isGroup(message.chat) && services.some((name) => message[name] !== undefined);

const services = [
  'new_chat_members',
  'left_chat_member',
  'new_chat_title',
  'migrate_to_chat_id',
  'migrate_from_chat_id',
  'forum_topic_created',
  'forum_topic_edited',
  'group_chat_created',
  'supergroup_chat_created',
] as const satisfies (keyof Message)[];

function serviceFacts(message: Message, self: Self): GroupFacts | null {
  if (!isService(message)) return null;
  const chat = String(message.chat.id);
  const { migrate_to_chat_id: to, migrate_from_chat_id: from } = message;
  if (to !== undefined) return { reports: [], move: { oldId: chat, newId: String(to) } };
  if (from !== undefined) return { reports: [], move: { oldId: String(from), newId: chat } };
  const { new_chat_members: joined = [], left_chat_member: left, new_chat_title: title } = message;
  const come = joined.filter(({ id }) => id !== self.id).map((user) => memberOf(user, true));
  const gone = left && left.id !== self.id ? [memberOf(left, false)] : [];
  const members = [...come, ...gone];
  const report: GroupReport = {
    chatId: chat,
    ...(title === undefined ? {} : { title }),
    ...(members.length > 0 ? { members } : {}),
    ...ownChange(joined, left, self),
  };
  return {
    reports: [...(Object.keys(report).length > 1 ? [report] : []), ...topicReport(message)],
    move: null,
  };
}

function ownChange(joined: readonly User[], left: User | undefined, self: Self): Pick<GroupReport, 'own'> {
  if (left?.id === self.id) return { own: { exit: 'removed' } };
  return joined.some(({ id }) => id === self.id) ? { own: { exit: null } } : {};
}

/** A topic is a separate conversation, whose title combines those of the group and the topic. */
function topicReport(message: Message): GroupReport[] {
  const name = message.forum_topic_created?.name ?? message.forum_topic_edited?.name;
  const title = message.chat.title;
  return name === undefined || title === undefined
    ? []
    : [{ chatId: chatIdOf(message), title: `${title} · ${name}` }];
}

/** Returns whether the bot's name is needed to tell if one of these messages mentions it. */
export const mentionsByName = ({ message, edited_message }: Update): boolean =>
  entitiesOf(message ?? edited_message).some(({ type }) => type === 'mention');

const entitiesOf = (message: Message | undefined): readonly MessageEntity[] =>
  message && isGroup(message.chat) ? (message.entities ?? message.caption_entities ?? []) : [];

/** A user name alone doesn't identify a member; only the bot's own is recognized. */
export function mentionsIn(message: Message, self: Self): InboundMention[] {
  const text = message.text ?? message.caption ?? '';
  return entitiesOf(message).flatMap((entity): InboundMention[] => {
    const { type, offset: start, length } = entity;
    if (type === 'text_mention') {
      const { user } = entity;
      const member = { id: String(user.id), displayName: nameOf(user), handle: user.username ?? null };
      return [{ start, length, member: user.id === self.id ? null : member }];
    }
    const called = text.slice(start + 1, start + length).toLowerCase();
    const isOwn = type === 'mention' && called !== '' && called === self.username?.toLowerCase();
    return isOwn ? [{ start, length, member: null }] : [];
  });
}

export type SentEntity = { type: 'text_mention'; offset: number; length: number; user: User };

/** Returns the mentions that fall into one part of a text; names of channels and groups can't be linked. */
export function mentionEntities(
  text: string,
  mentions: readonly OutboundMention[],
  part: string,
): SentEntity[] {
  let from = 0;
  return mentions.flatMap(({ start, length, memberId }) => {
    const words = text.slice(start, start + length);
    const offset = /^[1-9]\d{0,15}$/.test(memberId) ? part.indexOf(words, from) : -1;
    if (offset < 0) return [];
    from = offset + words.length;
    const user = { id: Number(memberId), is_bot: false, first_name: words };
    return [{ type: 'text_mention', offset, length: words.length, user }];
  });
}
