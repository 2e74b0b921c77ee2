import type { SubAccount } from '@parley/contract/sub-accounts';
import { useState } from 'react';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import { DeleteSubAccounts } from './DeleteSubAccounts.tsx';
import { DisableSubAccounts } from './DisableSubAccounts.tsx';
import { LogInDetails, type SubAccountLogIn } from './LogInDetails.tsx';
import { MoveCharacters } from './MoveCharacters.tsx';
import { NewPassword } from './NewPassword.tsx';
import type { WorkspacePorts } from './PortFields.tsx';
import { SubAccountForm } from './SubAccountForm.tsx';

/** The open dialog and the sub-accounts that it is about. */
export type OpenedSubAccountDialog =
  | { what: 'create' }
  | { what: 'edit' | 'allocate' | 'takeBack' | 'password' | 'details'; row: SubAccount }
  | { what: 'disable' | 'delete'; rows: readonly SubAccount[] };

type Properties = {
  opened: OpenedSubAccountDialog | undefined;
  onClose: () => void;
  /** Called with the processed rows. */
  onDone: (rows: readonly SubAccount[]) => void;
  ports: WorkspacePorts | undefined;
  /** The owner's balance; undefined while it is loading. */
  available: number | undefined;
};

/** Shows the open dialog and, after it, new login details. */
export function SubAccountDialogs(properties: Properties) {
  const { opened } = properties;
  const [made, setMade] = useState<SubAccountLogIn>();
  useRestoredFocus(opened !== undefined || made !== undefined);
  if (made !== undefined) return <LogInDetails details={made} onClose={() => setMade(undefined)} />;
  if (opened === undefined) return null;
  if ('rows' in opened) {
    return <QuestionOfMany {...properties} opened={opened} />;
  }
  return <DialogOfOne {...properties} opened={opened} onMade={setMade} />;
}

type ManyProperties = Properties & { opened: Extract<OpenedSubAccountDialog, { rows: unknown }> };

function QuestionOfMany({ opened: { what, rows }, onClose, onDone }: ManyProperties) {
  const Question = what === 'disable' ? DisableSubAccounts : DeleteSubAccounts;
  return <Question rows={rows} onClose={onClose} onDone={() => onDone(rows)} />;
}

type OneProperties = Properties & {
  opened: Exclude<OpenedSubAccountDialog, { rows: unknown }>;
  onMade: (details: SubAccountLogIn) => void;
};

function DialogOfOne({ opened, onClose, onMade, ports, available }: OneProperties) {
  switch (opened.what) {
    case 'create':
    case 'edit':
      return (
        <SubAccountForm
          existing={opened.what === 'edit' ? opened.row : undefined}
          ports={ports}
          available={available}
          onClose={onClose}
          onCreated={({ subAccount, password }) =>
            onMade({ why: 'created', accountName: subAccount.accountName, password })
          }
        />
      );
    case 'allocate':
    case 'takeBack':
      return (
        <MoveCharacters
          direction={opened.what}
          subAccount={opened.row}
          available={available}
          onClose={onClose}
        />
      );
    case 'password':
      return (
        <NewPassword
          subAccount={opened.row}
          onClose={onClose}
          onMade={(details) => onMade({ why: 'password', ...details })}
        />
      );
    case 'details':
      return (
        <LogInDetails
          details={{ why: 'asked', accountName: opened.row.accountName, password: null }}
          onClose={onClose}
        />
      );
  }
}
