/** Closes conversations and has visitors rate them, on the real screens. */
import { deskConversations, triageConversation } from '@parley/contract/conversations';
import { until } from '@parley/testing';
import type { Page } from 'playwright-core';
import type { Agent } from './people.ts';

/** Closes the conversation with this last message, or reopens it; returns its id. */
export async function closeTalk({ client }: Agent, lastText: string, closed = true): Promise<string> {
  const view = closed ? 'open' : 'closed';
  const { id: conversationId } = await until('the conversation', async () => {
    const { list } = await client.call(deskConversations, { query: { view } });
    return list.find(({ lastMessage }) => lastMessage?.original === lastText);
  });
  const body = { closed, ...(closed && { authorName: 'Ana' }) };
  await client.call(triageConversation, { params: { conversationId }, body });
  return conversationId;
}

/** Rates in the visitor's open chat. */
export async function rateIn(page: Page, score: number, comment = ''): Promise<void> {
  const card = page.locator('.rating');
  await card
    .locator('.rating-step')
    .nth(score - 1)
    .click();
  if (comment !== '') await card.locator('textarea').fill(comment);
  await card.locator('.rating-send').click();
  await card.locator('.rating-given').waitFor();
  await card.locator('.rating-state').waitFor({ state: 'detached' });
}
