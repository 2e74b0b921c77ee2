import { chat } from '../../features/chat/chat.ts';

export const choice = chat;
