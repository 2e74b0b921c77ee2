import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { expect, it, vi } from 'vitest';
import { ConfirmPopover } from './ConfirmPopover.tsx';

it('moves the focus to its first answer, and back to its button', async () => {
  const onConfirm = vi.fn();
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <ConfirmPopover title="Leave?" okText="Leave" cancelText="Stay" onConfirm={onConfirm}>
        <button type="button">Leave group</button>
      </ConfirmPopover>
    </ConfigProvider>,
  );
  const button = screen.getByRole('button', { name: 'Leave group' });
  button.focus();
  fireEvent.click(button);
  const stay = await screen.findByRole('button', { name: 'Stay' });
  await waitFor(() => expect(document.activeElement).toBe(stay));
  fireEvent.click(stay);
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(onConfirm).not.toHaveBeenCalled();
});
