import {
  type DeskServer,
  DeskWorld,
  messageTemplateWith,
  sampleConversationId,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import type { ChosenTemplate } from './chosen-template.ts';
import { TemplatePanel } from './TemplatePanel.tsx';

let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  world.messageTemplates = [
    messageTemplateWith(),
    messageTemplateWith({ id: sampleId(0xe9), name: 'sale', language: 'en', body: 'Everything is cheaper.' }),
  ];
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function open(charged = false) {
  const onSend = vi.fn<(chosen: ChosenTemplate) => void>();
  const onClose = vi.fn();
  const values = { fan: 'Lucía', agent: 'Ana', account: 'Shop' };
  const panel = { conversationId: sampleConversationId, values, charged, onSend, onClose };
  renderDesk(<TemplatePanel {...panel} />, server);
  return { onSend, onClose };
}
const search = () => screen.findByRole('combobox', { name: 'Search message templates' });
const options = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
const send = () => screen.getByRole('button', { name: /Send template$/ });

it('prefills known values, previews the result, and sends it once complete', async () => {
  const { onSend } = open();
  expect(await options()).toHaveLength(2);
  fireEvent.keyDown(await search(), { key: 'Enter' });
  expect(screen.getByLabelText('Placeholder 1')).toHaveProperty('value', 'Lucía');
  expect(send()).toHaveProperty('disabled', true);
  const day = screen.getByLabelText('Placeholder day');
  expect(document.activeElement).toBe(day);
  fireEvent.change(day, { target: { value: ' lunes ' } });
  const text = 'Hola Lucía: su pedido llega el lunes.';
  expect(screen.getByText(text)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: /Translate for me/ }));
  expect(await screen.findByText(`«${text}»`)).toBeDefined();
  fireEvent.click(send());
  expect(onSend.mock.calls[0]?.[0]).toMatchObject({
    text,
    values: { 'body.1': 'Lucía', 'body.day': 'lunes' },
    template: { name: 'order_sent' },
  });
});

it('discards a translation of earlier values', async () => {
  open();
  fireEvent.click((await screen.findAllByRole('option'))[0] as HTMLElement); // there are two
  fireEvent.change(screen.getByLabelText('Placeholder day'), { target: { value: 'lunes' } });
  fireEvent.click(screen.getByRole('button', { name: /Translate for me/ }));
  await screen.findByText(/^«/);
  fireEvent.change(screen.getByLabelText('Placeholder day'), { target: { value: 'martes' } });
  expect(screen.queryByText(/^«/)).toBeNull();
});

it.each([true, false])('names the price before it is sent: %s', async (charged) => {
  open(charged);
  fireEvent.click((await screen.findAllByRole('option'))[1] as HTMLElement); // there are two
  expect(screen.queryByText('The platform charges for this message.') !== null).toBe(charged);
});

it('finds by search, leads back to the list with Esc, and closes with another', async () => {
  const { onClose } = open();
  await options();
  fireEvent.change(await search(), { target: { value: 'sale' } });
  await vi.waitFor(async () => expect(await options()).toHaveLength(1));
  fireEvent.keyDown(await search(), { key: 'Enter' });
  fireEvent.keyDown(send(), { key: 'Escape' });
  fireEvent.keyDown(await search(), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('shows that there is none', async () => {
  world.messageTemplates = [];
  open();
  expect(await screen.findByText(/No approved message templates/)).toBeDefined();
});
