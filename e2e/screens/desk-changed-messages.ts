/** The desk's screens with messages that were edited, deleted, replied to and reacted to. */
import type { Page } from 'playwright-core';
import { openConversation as open, deskPath as path, deskWhole as whole } from './desk-conversation.ts';
import type { Screen } from './screen.ts';

/** Simulates a platform with all capabilities and a message in each state: no single test platform has them all. */
async function openChanged(page: Page): Promise<void> {
  const both = { inbound: true, outbound: true };
  const all = { replies: true, edits: both, deletions: both, reactions: both };
  await page.route('**/api/desk/socialAccounts', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const { capabilities } of body.data) Object.assign(capabilities, all);
    await route.fulfill({ response: answer, json: body });
  });
  await page.route('**/api/desk/conversations/*/messages*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [first, second, third, ...rest] = body.data.messages;
    const { id, seq, sentAt } = first;
    Object.assign(first, { editedAt: sentAt, reactions: [{ emoji: '👍', count: 1, own: true }] });
    const reactions = [
      { emoji: '🎉', count: 2, own: false },
      { emoji: '❤', count: 1, own: true },
    ];
    Object.assign(second, { replyTo: { id, seq }, reactions });
    const change = { kind: 'edit', state: 'failed', problem: 'Bad Request: message is too old', text: 'Yes' };
    Object.assign(third ?? {}, { deletedAt: sentAt, erased: true, original: '', translation: null });
    const sent = rest.find(({ direction }: { direction: string }) => direction === 'out');
    Object.assign(sent ?? {}, { change });
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await open(page);
  await page.locator('.chat-reactions').first().waitFor();
}

const openMenu = async (page: Page): Promise<void> => {
  await openChanged(page);
  await page.locator('[data-message] .desk-message-menu button').first().click();
  await page.locator('.desk-message-acts [role=menuitem]').first().waitFor();
};

export const changedMessageScreens: readonly Screen[] = [
  { name: 'desk-changed-messages', path, whole, act: openChanged },
  { name: 'desk-message-menu', path, whole, act: openMenu },
  {
    name: 'desk-answering',
    path,
    whole,
    async act(page) {
      await openMenu(page);
      await page.locator('[data-menu-id$="-answer"]').click();
      await page.locator('.desk-answering').waitFor();
    },
  },
  {
    name: 'desk-edit-message',
    path,
    whole,
    async act(page) {
      await openChanged(page);
      const own = page.locator(
        '[data-message]:has(.chat-message[data-direction=out]) .desk-message-menu button',
      );
      await own.first().click();
      await page.locator('[data-menu-id$="-edit"]').click();
      await page.locator('.ant-modal textarea').waitFor();
    },
  },
];
