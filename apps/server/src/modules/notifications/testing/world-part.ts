import { randomUUID } from 'node:crypto';
import { notifications } from '@parley/contract/examples';
import * as notificationsApi from '@parley/contract/notifications';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner, operator }) {
    const text = { 'zh-CN': '您好', 'en-US': 'Hello' };
    const form = {
      requestId: randomUUID(),
      title: text,
      body: text,
      level: 'info',
      expiresAt: null,
    } as const;
    const body = { ...form, ownerEmail: owner.email };
    const { id } = await app.call(notificationsApi.publishNotification, { body }, operator);
    return { [notifications.notificationId]: id };
  },
  passesOver: ['notifications.markNotificationsRead'],
};
