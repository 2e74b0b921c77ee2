import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import subAccountsTexts from '../../../features/sub-accounts/locales/en-US.json' with { type: 'json' };
import { emptyWorld, openSubAccounts } from './testing/open-sub-accounts.tsx';

describe('a new sub-account', () => {
  /** Opens the form for a new sub-account and returns its initial kind of allotment. */
  async function allotment(): Promise<string | undefined> {
    openSubAccounts('/subpage/sonAccount', emptyWorld());
    const [open] = await screen.findAllByText(
      subAccountsTexts.subAccounts.create,
      { selector: 'button *' },
      found,
    );
    if (open !== undefined) fireEvent.click(open);
    const kind = await screen.findByText(
      subAccountsTexts.subAccounts.unlimited,
      { selector: '[role=dialog] *' },
      found,
    );
    const chosen = kind.closest('.ant-segmented')?.querySelector('.ant-segmented-item-selected');
    return chosen?.textContent ?? undefined;
  }

  it('explains that without characters nothing is translated', async () => {
    await allotment();
    expect(screen.getByText(/nothing is translated/)).toBeTruthy();
    const field = screen.getByLabelText(subAccountsTexts.subAccounts.initialCharacters);
    fireEvent.change(field, { target: { value: '5000' } });
    await waitFor(() => expect(screen.queryByText(/nothing is translated/)).toBeNull(), found);
    fireEvent.change(field, { target: { value: '' } });
    expect(await screen.findByText(/nothing is translated/, {}, found)).toBeTruthy();
    fireEvent.click(screen.getByRole('switch', { name: subAccountsTexts.subAccounts.switch.autoAllocate }));
    await waitFor(() => expect(screen.queryByText(/nothing is translated/)).toBeNull(), found);
  });

  it('limits a new sub-account’s characters by default', async () => {
    expect(await allotment()).toBe(subAccountsTexts.subAccounts.limited);
  });

  it('draws on the owner’s characters for a sub-account of the guided tour, which thus works at once', async () => {
    localStorage.setItem('layout', JSON.stringify({ guideState: true, guideType: 'create' }));
    expect(await allotment()).toBe(subAccountsTexts.subAccounts.unlimited);
  });
});
