import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { hasUnsaved } from '../lib/unsaved-changes.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { found } from './testing/page-harness.tsx';
import { renderPage } from './testing/render-page.tsx';
import { enUS } from './testing/texts.ts';

type Values = { name: string };

function Sample({ begun, keepsEntries = false }: { begun?: Values; keepsEntries?: boolean }) {
  const [form] = Form.useForm<Values>();
  const [open, setOpen] = useState(true);
  if (!open) return <p>closed</p>;
  return (
    <FormDialog<Values>
      form={form}
      title="A fan"
      busy={false}
      keepsEntries={keepsEntries}
      {...(begun === undefined ? {} : { initialValues: begun })}
      onSave={() => undefined}
      onClose={() => setOpen(false)}
    >
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
    </FormDialog>
  );
}

async function typeInto(page: React.ReactNode) {
  const opened = renderPage(page, { at: '/fans', answers: [] });
  const field = await screen.findByLabelText<HTMLInputElement>('Name', {}, found);
  await opened.user.type(field, 'Ana');
  return { ...opened, field };
}

it.each([
  ['began empty', <Sample key="empty" />],
  ['began with values', <Sample key="values" begun={{ name: '' }} />],
])('asks for confirmation before it loses input of a form that %s, on Escape too', async (_, page) => {
  const { user, field } = await typeInto(page);
  await waitFor(() => expect(hasUnsaved('/fans')).toBe(true), found);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: enUS.unsaved.stay }, found));
  expect(field.value).toBe('Ana');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: enUS.unsaved.leave }, found));
  expect(await screen.findByText('closed', {}, found)).toBeTruthy();
  expect(hasUnsaved('/fans')).toBe(false);
});

it.each([
  ['began empty', <Sample key="empty" />],
  ['began with values', <Sample key="values" begun={{ name: '' }} />],
])('closes without confirmation when the input of a form that %s was removed again', async (_, page) => {
  const { user, field } = await typeInto(page);
  await user.clear(field);
  await user.keyboard('{Escape}');
  expect(await screen.findByText('closed', {}, found)).toBeTruthy();
});

function Late() {
  const [form] = Form.useForm<Values>();
  const [loading, setLoading] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setLoading(false)}>
        it has come
      </button>
      <FormDialog<Values>
        form={form}
        title="A fan"
        busy={false}
        loading={loading}
        onSave={() => undefined}
        onClose={() => undefined}
      >
        <Form.Item name="name" label="Name">
          <Input />
        </Form.Item>
      </FormDialog>
    </>
  );
}

it('focuses its first field once the form is rendered', async () => {
  renderPage(<Late />, { at: '/fans', answers: [] });
  const close = await screen.findByRole('button', { name: 'Close' }, found);
  close.focus();
  fireEvent.click(screen.getByText('it has come'));
  const field = await screen.findByLabelText('Name', {}, found);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('closes without confirmation when the input is kept elsewhere', async () => {
  const { user } = await typeInto(<Sample keepsEntries />);
  await user.keyboard('{Escape}');
  expect(await screen.findByText('closed', {}, found)).toBeTruthy();
});
