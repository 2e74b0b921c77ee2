import type { SubAccount } from '@parley/contract/sub-accounts';
import { useState } from 'react';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { DisableQuestion } from './DisableQuestion.tsx';
import { type Details, LogInDetails } from './LogInDetails.tsx';
import { MoveCharacters } from './MoveCharacters.tsx';
import { NewPassword } from './NewPassword.tsx';
import type { WorkspacePorts } from './PortFields.tsx';
import { SubAccountForm } from './SubAccountForm.tsx';

/** What is being done, and with whom. */
export type Opened =
  | { what: 'create' }
  | { what: 'edit' | 'allocate' | 'takeBack' | 'password' | 'details'; row: SubAccount }
  | { what: 'disable' | 'delete'; rows: readonly SubAccount[] };

type Properties = {
  opened: Opened | undefined;
  onClose: () => void;
  /** SelectedSubAccounts rows were dealt with. */
  onDone: () => void;
  ports: WorkspacePorts | undefined;
  /** What the owner has to give; undefined while unknown. */
  available: number | undefined;
  page: string;
};

/** The dialog of whatever is being done, and afterwards the login details, where there are new ones. */
export function SubAccountDialogs({ opened, onClose, onDone, ports, available, page }: Properties) {
  const [made, setMade] = useState<Details>();
  useFocusBack(opened !== undefined || made !== undefined);
  if (made !== undefined) return <LogInDetails details={made} onClose={() => setMade(undefined)} />;
  switch (opened?.what) {
    case undefined:
      return null;
    case 'create':
    case 'edit':
      return (
        <SubAccountForm
          existing={opened.what === 'edit' ? opened.row : undefined}
          {...{ ports, available, page, onClose }}
          onCreated={({ subAccount, password }) =>
            setMade({ why: 'created', accountName: subAccount.accountName, password })
          }
        />
      );
    case 'allocate':
    case 'takeBack':
      return <MoveCharacters direction={opened.what} subAccount={opened.row} {...{ available, onClose }} />;
    case 'password':
      return (
        <NewPassword
          subAccount={opened.row}
          onClose={onClose}
          onMade={(details) => setMade({ why: 'password', ...details })}
        />
      );
    case 'details':
      return (
        <LogInDetails
          details={{ why: 'asked', accountName: opened.row.accountName, password: null }}
          onClose={onClose}
        />
      );
    case 'disable':
      return <DisableQuestion rows={opened.rows} {...{ onClose, onDone }} />;
    case 'delete':
      return <DeleteQuestion rows={opened.rows} {...{ onClose, onDone }} />;
  }
}
