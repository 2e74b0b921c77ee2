import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  quickReplyWith,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderChatPane } from '../../fixtures/render-chat-pane.tsx';

let world: DeskWorld;
let server: DeskServer;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  world = new DeskWorld();
  world.addConversation({ id: here });
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await server.close();
});

const show = (given: Parameters<typeof renderChatPane>[2] = {}) => renderChatPane(world, server, given);
const field = () => screen.findByRole('textbox', { name: 'Your message' });
const write = async (text: string) => {
  const area = await field();
  fireEvent.change(area, { target: { value: text } });
  return area;
};
const bodies = () => world.messagesOf(here).map((message) => [message.original, message.translationState]);

describe('quick replies', () => {
  /** Types a text and puts the caret after it, as a browser does. */
  const type = async (text: string) => {
    const area = await field();
    if (!(area instanceof HTMLTextAreaElement)) throw new Error('the message is no text area');
    fireEvent.change(area, { target: { value: text, selectionStart: text.length } });
    return area;
  };
  const options = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  beforeEach(() => {
    world.quickReplies = [
      quickReplyWith({ name: 'hours', title: 'Opening hours', content: 'We open at nine.', languages: [] }),
      quickReplyWith({
        id: sampleId(0xe1),
        name: 'shipping',
        title: 'Shipping',
        content: 'Hi {{fan|there}}, I am {{agent}}.',
      }),
    ];
  });

  it('inserts a quick reply, chosen by keys, in place of a typed slash', async () => {
    show();
    const area = await type('/');
    expect(await options()).toHaveLength(2);
    fireEvent.keyDown(area, { key: 'ArrowDown' });
    expect(area.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    );
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(area).toHaveProperty('value', 'Hi Lucía, I am Ana.');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(bodies()).toEqual([]);
  });

  it('names a quick reply’s medium, and attaches it together with the text', async () => {
    const material = { id: sampleId(0xf1), title: 'Size chart', type: 'image' as const, size: 9 };
    world.quickReplies = [quickReplyWith({ material })];
    const onQuickReply = vi.fn();
    show({ onQuickReply });
    const area = await type('/');
    expect(await options()).toEqual([expect.stringContaining('Size chart')]);
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(onQuickReply).toHaveBeenCalledExactlyOnceWith(world.quickReplies[0]);
    expect(area).toHaveProperty('value', 'Hello!');
  });

  it('marks quick replies that have words in the customer’s language', async () => {
    show();
    await type('/ship');
    expect(await options()).toEqual([expect.stringMatching(/Shipping\/shippingReady in Spanish/)]);
  });

  it('closes the quick replies on Esc and keeps the text', async () => {
    show();
    const area = await type('Well /');
    await options();
    fireEvent.keyDown(area, { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(area).toHaveProperty('value', 'Well /');
  });

  it('opens the quick replies by a button too', async () => {
    show();
    await field();
    fireEvent.click(screen.getByRole('button', { name: 'Quick replies' }));
    fireEvent.click(await screen.findByRole('option', { name: /Opening hours/ }));
    expect(await field()).toHaveProperty('value', 'We open at nine.');
  });

  it('shows that no quick reply is found, and leaves Enter to the message', async () => {
    show();
    const area = await type('/none');
    expect(await screen.findByText('No quick reply found')).toBeTruthy();
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(bodies()).toEqual([['/none', 'none']]));
  });
});

describe('a colleague’s answer', () => {
  const answer = (n: number, facts = {}) =>
    act(() => {
      const message = world.write(here, {
        id: sampleId(n),
        direction: 'out',
        original: `answer ${n}`,
        author: { subAccountId: sampleId(1), name: 'Bea' },
        ...facts,
      });
      page.push('changed', {
        conversationId: here,
        socialAccountId: sampleId(0xa0),
        seq: message.changedSeq,
        message,
      });
    });
  let page: ReturnType<typeof show>;
  beforeEach(async () => {
    localStorage.setItem('desk:holdMs', '0');
    localStorage.setItem('desk:name', 'Ana');
    world.write(here, { id: sampleId(0x10), original: 'hola' });
    page = show();
    await screen.findByText('hola');
  });

  it('holds a begun text back until the agent confirms sending it', async () => {
    const area = await write('My answer');
    answer(0x11);
    expect((await screen.findByRole('status', { name: '' })).textContent).toContain('Bea has answered');
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    expect((await screen.findByRole('alert')).textContent).toContain('Not sent: Bea has answered');
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(area).toHaveProperty('value', 'My answer');
    expect(bodies().map(([text]) => text)).toEqual(['hola', 'answer 17']);
    fireEvent.click(screen.getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(bodies().map(([text]) => text)).toEqual(['hola', 'answer 17', 'My answer']));
    expect(world.messagesOf(here).at(-1)?.author?.name).toBe('Ana');
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull();
  });

  it('doesn’t hold back a text begun later, or overtaken only by an automatic reply or the customer', async () => {
    answer(0x11);
    const area = await write('My answer');
    answer(0x12, { automatic: true, author: null });
    answer(0x13, { direction: 'in', author: null });
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(bodies().at(-1)?.[0]).toBe('My answer'));
  });

  it('offers to send or edit a text that the server has refused', async () => {
    const area = await write('My answer');
    world.write(here, { id: sampleId(0x11), direction: 'out', original: 'unseen' });
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(await field()).toHaveProperty('value', 'My answer');
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull();
    expect(bodies().map(([text]) => text)).toEqual(['hola', 'unseen']);
  });

  it('names who wrote it, and the sub-account if it is another', async () => {
    answer(0x11);
    answer(0x12, { author: { subAccountId: sampleId(2), name: null } });
    answer(0x13, { author: { subAccountId: sampleId(1), name: null } });
    await screen.findByText('Day shift');
    const authors = [...document.querySelectorAll('.chat-author')].map(
      ({ lastChild }) => lastChild?.textContent,
    );
    expect(authors).toEqual(['Bea', 'Day shift']);
  });
});

describe('the composer', () => {
  it('Enter shows the translation, a second Enter sends', async () => {
    localStorage.setItem('desk:holdMs', '5000');
    show();
    const area = await write('Good morning');
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(await screen.findByText('«Good morning»')).toBeTruthy();
    expect(bodies()).toEqual([]);
    expect(area).toHaveProperty('value', '');
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(bodies()).toEqual([['Good morning', 'pending']]));
  });

  it('returns the text for editing on Esc', async () => {
    localStorage.setItem('desk:holdMs', '5000');
    show();
    const area = await write('Good mornin');
    fireEvent.keyDown(area, { key: 'Enter' });
    await screen.findByText('«Good mornin»');
    fireEvent.keyDown(area, { key: 'Escape' });
    expect(area).toHaveProperty('value', 'Good mornin');
    expect(bodies()).toEqual([]);
  });

  it('Ctrl+Enter sends as written', async () => {
    show();
    fireEvent.keyDown(await write('Hola'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(bodies()).toEqual([['Hola', 'none']]));
    expect(server.requests.some((request) => request.includes('/preview'))).toBe(false);
  });

  it('leaves Enter to an input method, and Shift+Enter to the text', async () => {
    show();
    const area = await write('ni hao');
    fireEvent.keyDown(area, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(area, { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(area, { key: 'Enter', shiftKey: true });
    expect(area).toHaveProperty('value', 'ni hao');
  });

  it('offers retry and send original after a failed translation, and sends nothing automatically', async () => {
    world.translationFails = 'translation.failed';
    show();
    fireEvent.keyDown(await write('Hello'), { key: 'Enter' });
    const strip = within(await screen.findByRole('alert'));
    expect(strip.getByText('There was an issue with the translation')).toBeTruthy();
    expect(bodies()).toEqual([]);
    fireEvent.click(strip.getByRole('button', { name: 'Send original' }));
    await waitFor(() => expect(bodies()).toEqual([['Hello', 'none']]));
  });

  it('restores a text that the owner’s rules refuse, and names what to change', async () => {
    world.sensitive = ['PayPal', 't.me/x'];
    show();
    fireEvent.keyDown(await write('Pay by PayPal'), { key: 'Enter' });
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('PayPal');
    expect(notice.textContent).not.toContain('t.me/x');
    const area = await field();
    expect(area).toHaveProperty('value', 'Pay by PayPal');
    fireEvent.keyDown(await write('Pay in the shop'), { key: 'Enter' });
    await waitFor(() => expect(bodies()).toEqual([['Pay in the shop', 'pending']]), { timeout: 10_000 });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('counts code points and refuses more than the limit', async () => {
    show();
    const area = await write('👋'.repeat(10_001));
    expect(await screen.findByText('10,001 / 10,000')).toBeTruthy();
    fireEvent.keyDown(area, { key: 'Enter' });
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    expect(screen.getByRole('button', { name: /Send$/ })).toHaveProperty('disabled', true);
    expect(bodies()).toEqual([]);
  });

  it('keeps a draft over a reload', async () => {
    const first = show();
    await write('half a sent');
    first.unmount();
    show();
    expect(await field()).toHaveProperty('value', 'half a sent');
  });

  it('returns a message that was about to be sent when the agent left', async () => {
    localStorage.setItem('desk:holdMs', '5000');
    const first = show();
    fireEvent.keyDown(await write('About to go'), { key: 'Enter' });
    await screen.findByText('«About to go»');
    first.unmount();
    show();
    const area = await field();
    await waitFor(() => expect(area).toHaveProperty('value', 'About to go'));
    expect(bodies()).toEqual([]);
  });
});

describe('a message', () => {
  it('shows original, translation and state, as text only', async () => {
    const hostile =
      '<img src=x onerror=alert(1)> \u202Eevil\u202C javascript:alert(1) https://shop.example/a';
    const translated = {
      translation: '<b>bold</b>',
      translationLanguage: 'en',
      translationState: 'done',
    } as const;
    world.write(here, { id: sampleId(1), original: hostile, ...translated, characters: 7 });
    const { container } = show();
    await screen.findByText('<b>bold</b>');
    expect(container.querySelector('img, b')).toBeNull();
    expect(container.textContent).not.toMatch(/[\u202A-\u202E]/);
    const links = [...container.querySelectorAll('.chat-text a')].map((link) => [
      link.getAttribute('href'),
      link.getAttribute('rel'),
    ]);
    expect(links).toEqual([['https://shop.example/a', 'noopener noreferrer nofollow']]);
    expect(screen.getByText('7 characters')).toBeTruthy();
  });

  it('retries a failed translation by its button', async () => {
    const failed = {
      delivery: 'failed',
      translationState: 'failed',
      translationProblem: 'engines-failed',
    } as const;
    world.write(here, { id: sampleId(1), direction: 'out', original: 'Hi', ...failed });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByText('Translating');
    expect(world.messages.get(sampleId(1))?.delivery).toBe('translating');
  });

  it('asks before sending a message that may arrive twice', async () => {
    world.write(here, { id: sampleId(1), direction: 'out', original: 'Hi', delivery: 'unconfirmed' });
    show();
    expect(await screen.findByText(/may receive it twice/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(/Send again\?/)).toBeTruthy();
    expect(world.messages.get(sampleId(1))?.delivery).toBe('unconfirmed');
  });
});

it('repeats a read mark that failed without a connection', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  world.write(here, { id: sampleId(1), original: 'Hola' });
  const read = vi.spyOn(world, 'read').mockImplementationOnce(() => {
    throw new Error('server.unavailable');
  });
  const { connect } = show();
  await waitFor(() => expect(read).toHaveBeenCalledOnce());
  // The refusal must arrive before the connection is restored.
  await vi.waitFor(() => {
    connect();
    expect(read.mock.calls).toEqual([
      [here, 1],
      [here, 1],
    ]);
  });
  expect(world.conversation(here).unread).toBe(0);
});

describe('messages with a notice of the server', () => {
  it('marks automatic replies', async () => {
    world.write(here, {
      id: sampleId(1),
      direction: 'out',
      original: 'We are back at nine',
      automatic: true,
    });
    world.write(here, { id: sampleId(2), direction: 'out', original: 'Good morning' });
    show();
    await screen.findByText('We are back at nine');
    expect(screen.getAllByText('Automatic reply')).toHaveLength(1);
  });

  it('marks messages written on another device', async () => {
    world.write(here, { id: sampleId(1), direction: 'out', original: 'From my phone', elsewhere: true });
    world.write(here, { id: sampleId(2), direction: 'out', original: 'Good morning' });
    show();
    await screen.findByText('From my phone');
    expect(screen.getAllByText('From another device')).toHaveLength(1);
  });

  it('shows that a text is not kept, and offers no actions for it', async () => {
    world.write(here, { id: sampleId(1), direction: 'out', original: '', erased: true, delivery: 'failed' });
    show();
    expect(await screen.findByText('Text not saved')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

it('shows a message as waiting for the connection while there is none, and as being sent afterwards', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get');
  const setOnline = (online: boolean) => {
    onLine.mockReturnValue(online);
    act(() => window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  vi.spyOn(world, 'write').mockImplementation(() => {
    throw new Error('server.unavailable');
  });
  const { connect } = show();
  connect();
  setOnline(false);
  fireEvent.keyDown(await write('Hola'), { key: 'Enter', ctrlKey: true });
  expect(await screen.findByText('Waiting for connection')).toBeTruthy();
  expect(screen.queryByText('Sending')).toBeNull();
  setOnline(true);
  expect(await screen.findByText('Sending')).toBeTruthy();
  expect(screen.queryByText('Waiting for connection')).toBeNull();
});
